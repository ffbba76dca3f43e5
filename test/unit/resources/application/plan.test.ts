import { describe, expect, it, test } from "vitest";
import {
  type ApplicationData,
  ApplicationFlag,
  type ApplicationSettings,
  imageDataUrl,
  liveSettings,
  planApplication,
  type RoleConnectionMetadata,
} from "../../../../src/resources/index.ts";
import { newApplication, pngBytes } from "../../../setup/application-settings.ts";

const level = { type: 2, key: "level", name: "Level", description: "Has reached this level" } as const;
const won = { type: 7, key: "won", name: "Won", description: "Has won once" } as const;

function plan(live: Partial<ApplicationData>, wanted: ApplicationSettings) {
  return planApplication({ application: { ...newApplication, ...live }, metadata: [] }, wanted);
}

describe("a setting with an equivalent value", () => {
  it.each<[Partial<ApplicationData>, ApplicationSettings]>([
    [{}, {}],
    [{ description: "Old" }, {}],
    [{}, { description: "", tags: [], flags: 0, interactions_endpoint_url: null, install_params: null }],
    [{}, { icon: null, cover_image: null, event_webhooks_status: 1, event_webhooks_types: [] }],
    [{}, { integration_types_config: {}, explicit_content_filter: 0, custom_install_url: null }],
    [{ tags: ["b", "a"] }, { tags: ["a", "b"] }],
    [{ custom_install_url: "https://game.example/" }, { custom_install_url: "https://game.example" }],
    [{ flags: ApplicationFlag.Embedded }, { flags: 0 }],
    [
      { install_params: { permissions: "8", scopes: ["bot", "applications.commands"] } },
      { install_params: { scopes: ["applications.commands", "bot"], permissions: "8" } },
    ],
    [
      { integration_types_config: { 0: {}, 1: { oauth2_install_params: null } } },
      { integration_types_config: { 1: {}, 0: { oauth2_install_params: null } } },
    ],
    [{ integration_types_config: { 0: {} } }, { integration_types_config: { 0: {}, 1: null } }],
    [
      { event_webhooks_status: null, max_participants: 4 },
      { event_webhooks_status: 1, max_participants: 4 },
    ],
  ])("needs no request to change %j to %j", (live, wanted) => {
    expect(plan(live, wanted)).toEqual({ applicationId: newApplication.id, changes: [], writes: [] });
  });
});

describe("a change", () => {
  it.each<[Partial<ApplicationData>, ApplicationSettings, object, object]>([
    [{}, { description: "New" }, { path: "description", to: "New" }, { description: "New" }],
    [{ tags: ["a"] }, { tags: [] }, { path: "tags", from: ["a"] }, { tags: [] }],
    [
      { interactions_endpoint_url: "https://old.example/" },
      { interactions_endpoint_url: null },
      { path: "interactions_endpoint_url", from: "https://old.example/" },
      { interactions_endpoint_url: null },
    ],
    [
      { flags: ApplicationFlag.Embedded | ApplicationFlag.GatewayPresenceLimited },
      { flags: ApplicationFlag.GatewayGuildMembersLimited },
      { path: "flags", from: 8192, to: 32_768 },
      { flags: ApplicationFlag.Embedded | ApplicationFlag.GatewayGuildMembersLimited },
    ],
    [
      { event_webhooks_status: 3 },
      { event_webhooks_status: 2 },
      { path: "event_webhooks_status", from: 3, to: 2 },
      { event_webhooks_status: 2 },
    ],
    [
      { integration_types_config: { 0: {}, 1: {} } },
      { integration_types_config: { 0: {} } },
      { path: "integration_types_config.1", from: {} },
      { integration_types_config: { 0: {}, 1: null } },
    ],
    [
      {},
      { integration_types_config: { 0: { oauth2_install_params: { scopes: ["bot"], permissions: "8" } } } },
      {
        path: "integration_types_config.0",
        to: { oauth2_install_params: { scopes: ["bot"], permissions: "8" } },
      },
      { integration_types_config: { 0: { oauth2_install_params: { scopes: ["bot"], permissions: "8" } } } },
    ],
    [{ icon: "hash" }, { icon: null }, { path: "icon", from: "hash" }, { icon: null }],
  ])("from %j to %j is sent as one field in one request", (live, wanted, change, body) => {
    const { changes, writes } = plan(live, wanted);
    expect(changes).toEqual([change]);
    expect(writes).toEqual([{ kind: "settings", body }]);
  });
});

test("sends an image unless its known hash matches the application's", () => {
  const icon = imageDataUrl(pngBytes);
  const application = { ...newApplication, icon: "given" };
  const sent = planApplication({ application }, { icon });
  expect(sent.changes).toEqual([{ path: "icon", from: "given", to: "PNG of 10 bytes" }]);
  expect(sent.writes).toEqual([{ kind: "settings", body: { icon } }]);
  const known = { imageHashes: { icon: "given" } };
  expect(planApplication({ application }, { icon }, known).writes).toEqual([]);
  expect(planApplication({ application }, { icon }, { imageHashes: { icon: "other" } }).writes).toHaveLength(
    1,
  );
  expect(planApplication({ application: newApplication }, { icon }, { imageHashes: {} }).changes).toEqual([
    { path: "icon", to: "PNG of 10 bytes" },
  ]);
});

describe("linked-role metadata", () => {
  const changesOf = (live: readonly RoleConnectionMetadata[], wanted: readonly RoleConnectionMetadata[]) => {
    const { changes, writes } = planApplication(
      { application: newApplication, metadata: live },
      { role_connections_metadata: wanted },
    );
    expect(writes).toEqual(changes.length === 0 ? [] : [{ kind: "metadata", body: wanted }]);
    return changes;
  };

  it.each<[string, RoleConnectionMetadata[], RoleConnectionMetadata[], object[]]>([
    ["none", [], [], []],
    [
      "unchanged",
      [{ ...level, name_localizations: { de: "Stufe" } }],
      [{ ...level, name_localizations: { de: "Stufe", fr: null } }],
      [],
    ],
    [
      "no localizations",
      [{ ...level, description_localizations: null }],
      [{ ...level, description_localizations: {} }],
      [],
    ],
    ["a new record", [level], [level, won], [{ path: "role_connections_metadata.won", to: won }]],
    ["a removed record", [level, won], [won], [{ path: "role_connections_metadata.level", from: level }]],
    [
      "changed text",
      [level],
      [{ ...level, name: "Rank", description_localizations: { de: "x" } }],
      [
        { path: "role_connections_metadata.level.name", from: "Level", to: "Rank" },
        { path: "role_connections_metadata.level.description_localizations", to: { de: "x" } },
      ],
    ],
    [
      "removed localizations",
      [{ ...level, name_localizations: { de: "Stufe" } }],
      [level],
      [{ path: "role_connections_metadata.level.name_localizations", from: { de: "Stufe" } }],
    ],
    [
      "another order",
      [level, won],
      [won, level],
      [{ path: "role_connections_metadata", from: ["level", "won"], to: ["won", "level"] }],
    ],
  ])("is compared by key (%s)", (_name, live, wanted, changes) => {
    expect(changesOf(live, wanted)).toEqual(changes);
  });
});

test("sends one request each for settings and metadata", () => {
  const wanted = { description: "New", role_connections_metadata: [level] };
  expect(plan({}, wanted).writes.map(({ kind }) => kind)).toEqual(["metadata", "settings"]);
});

test("shows an invalid URL unchanged", () => {
  const live = { custom_install_url: "game.example" };
  expect(plan(live, { custom_install_url: null }).changes).toEqual([
    { path: "custom_install_url", from: "game.example" },
  ]);
});

test("accepts an application with undocumented values", () => {
  const odd = {
    tags: "game",
    install_params: "bot",
    integration_types_config: [{}],
    event_webhooks_types: null,
  };
  const live = odd as unknown as Partial<ApplicationData>;
  expect(plan(live, { tags: [], install_params: null, integration_types_config: {} }).changes).toEqual([]);
  const bare = { integration_types_config: { 0: { oauth2_install_params: {} } } };
  expect(plan(bare as never, { integration_types_config: {} }).changes).toEqual([
    {
      path: "integration_types_config.0",
      from: { oauth2_install_params: { scopes: [], permissions: "0" } },
    },
  ]);
});

test("rejects an invalid application or unknown options", () => {
  expect(() => planApplication({} as never, {})).toThrow("live.application is missing");
  const live = { application: newApplication };
  expect(() => planApplication(live, {}, { hashes: {} } as never)).toThrow("options.hashes does not exist");
  expect(() => planApplication({ ...live, metadata: [1] } as never, {})).toThrow("live.metadata[0]");
  expect(() => planApplication(live, { role_connections_metadata: [] })).toThrow("live.metadata is missing");
});

describe("liveSettings", () => {
  test("returns settings that a plan accepts", () => {
    const made = {
      description: "A game",
      tags: ["b", "a"],
      icon: "hash",
      flags: ApplicationFlag.Embedded | ApplicationFlag.GatewayPresenceLimited,
      integration_types_config: { 0: {} },
      event_webhooks_status: 2,
    };
    const live = { application: { ...newApplication, ...made }, metadata: [level] };
    const settings = liveSettings(live);
    expect(settings).toEqual({
      description: "A game",
      tags: ["a", "b"],
      flags: ApplicationFlag.GatewayPresenceLimited,
      integration_types_config: { 0: {} },
      event_webhooks_status: 2,
      role_connections_metadata: [level],
    });
    expect(planApplication(live, settings).writes).toEqual([]);
  });

  test("returns no settings for a new application or for events that the service has stopped", () => {
    expect(liveSettings({ application: { ...newApplication, event_webhooks_status: 3 } })).toEqual({});
  });

  test("rejects anything but responses from the service", () => {
    expect(() => liveSettings({} as never)).toThrow("live.application is missing");
  });
});
