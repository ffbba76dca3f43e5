import { expect, test, describe, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { changeSettings } from "../../../../src/emulator/state/application-settings.ts";
import { World, readWorldInit } from "../../../../src/emulator/state/world.ts";
import { callApi } from "../../../setup/emulator/api.ts";

const before = { tags: ["fish"], explicit_content_filter: 1, flags: 1 << 13 };

test("keeps fields that a change omits and ignores unknown fields", () => {
  expect(changeSettings(before, { max_participants: 4, name: "Other", toString: 1 })).toEqual({
    ...before,
    max_participants: 4,
  });
  expect(changeSettings(before, { tags: null })).toEqual({ ...before, tags: undefined });
});

const level = { type: 2, key: "level", name: "Level", description: "Has it" } as const;
const settings = {
  description: "Under water.",
  tags: ["reef"],
  event_webhooks_types: ["ENTITLEMENT_CREATE"],
  integration_types_config: { 0: {}, 1: null },
  role_connections_metadata: [{ ...level, name_localizations: { de: null } }],
} as const;

describe("an application's initial settings", () => {
  it("have the same effect as settings sent in requests", async () => {
    const world = new World({ world: { applications: [{ settings }] } });
    const metadata = `/applications/${world.applications[0].id}/role-connections/metadata`;
    expect(await callApi(world, "GET", "/applications/@me")).toMatchObject({
      body: {
        description: "Under water.",
        tags: ["reef"],
        event_webhooks_types: ["ENTITLEMENT_CREATE"],
        integration_types_config: { 0: {} },
      },
    });
    expect(await callApi(world, "GET", metadata)).toMatchObject({
      body: [{ ...level, name_localizations: {} }],
    });
  });

  it("are kept with later changes in a saved state and in an exported world", async () => {
    await using first = await startEmulator({ world: { applications: [{ settings }] } });
    first.application.settings = { ...first.application.settings, description: "New", icon: "hash" };
    const expected = { description: "New", tags: ["reef"], role_connections_metadata: [level] };
    const world = first.exportWorld();
    expect(world.applications?.[0]?.settings).toMatchObject(expected);
    expect(world.applications?.[0]?.settings).not.toHaveProperty("icon");
    await using second = await startEmulator({ state: first.exportState() });
    expect(second.application.settings).toMatchObject({ description: "New", icon: "hash" });
    expect(second.application.roleConnections.metadata).toMatchObject([level]);
  });

  it.each([
    [{ tags: [""], description: "d".repeat(401) }, "The service would reject these settings: description: "],
    [{ role_connections_metadata: [level, level] }, "role_connections_metadata.1.key: Another record"],
    [{ icon: "x" }, "settings.icon does not exist"],
  ])("are rejected if the service would reject them: %j", (wrong, message) => {
    expect(
      () => new World({ world: readWorldInit({ applications: [{ settings: wrong }] }, "world") }),
    ).toThrow(message);
  });
});
