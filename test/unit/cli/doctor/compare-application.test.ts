import { afterAll, beforeAll, expect, it, describe, test } from "vitest";
import {
  compareApplication,
  checkNeeds,
  type Needs,
} from "../../../../src/cli/doctor/compare-application.ts";
import { readSettings } from "../../../../src/cli/settings/settings.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createApplicationGame } from "../../../setup/program/application-game.ts";
import { ping } from "../../../setup/program/game-folder.ts";
import type { DesiredCommand } from "slashpass/commands";
import {
  type ApplicationData,
  type ApplicationSettings,
  ApplicationFlag,
  planApplication,
} from "../../../../src/resources/index.ts";
import { newApplication } from "../../../setup/application-settings.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

type Game = ReturnType<typeof createApplicationGame>;
const going = new AbortController().signal;

async function compared({ cwd }: Game, botToken: string | undefined, signal = going) {
  const settings = await readSettings({
    cwd,
    env: {},
    options: { config: undefined, environment: undefined },
  });
  const findings = await compareApplication(settings, botToken, signal);
  return findings.map((finding) => `${finding.check} ${finding.verdict}: ${finding.found}`);
}

it("compares the application with the config and the commands", async () => {
  const game = createApplicationGame(emulator, { description: "A game" });
  game.write("commands.json", [ping]);
  expect(await compared(game, game.application.botToken)).toEqual([
    "settings warning: These settings differ from the config: description.",
    "endpoint warning: Interactions go to the bot over the gateway, because the application has no interactions endpoint URL.",
    "installation ok: Installing the application also adds its commands.",
  ]);
  await game.run(["app", "apply", "--yes"]);
  expect((await compared(game, game.application.botToken))[0]).toBe(
    "settings ok: The settings match the config.",
  );
});

it("reports that a comparison requires a bot token if there is anything to compare", async () => {
  const game = createApplicationGame(emulator, { description: "A game" });
  expect(await compared(game, undefined)).toEqual([
    "settings not-checked: The application's settings can only be read with its bot token.",
  ]);
  const bare = createApplicationGame(emulator, undefined);
  bare.write("slashpass.config.json", {
    environments: { development: { applicationId: bare.application.id, apiBase: emulator.apiBase } },
    commands: "none.json",
  });
  expect(await compared(bare, bare.application.botToken)).toEqual([]);
});

it("compares the commands even if the config has no application settings", async () => {
  const game = createApplicationGame(emulator, undefined, { application: { activities: true } });
  game.write("commands.json", [{ type: 4, name: "launch", handler: 2 }]);
  expect(await compared(game, game.application.botToken)).toContain(
    "activities ok: Activities are enabled, as the entry point requires.",
  );
});

it("reports an invalid config or invalid commands and compares the rest", async () => {
  const game = createApplicationGame(emulator, { tags: [""] });
  game.write("commands.json", [{ name: "" }]);
  expect(await compared(game, game.application.botToken)).toEqual([
    expect.stringMatching(/^settings failure: .*application\.tags\[0\] is an empty string/),
    expect.stringMatching(/^commands failure: The service would reject commands in .*commands\.json\.$/),
  ]);
  game.write("commands.json", [ping]);
  expect(await compared(game, game.application.botToken)).toEqual([
    expect.stringMatching(/^settings failure/),
    expect.stringMatching(/^endpoint warning/),
    expect.stringMatching(/^installation ok/),
  ]);
});

it("reports `not-checked` if the service rejects the request", async () => {
  const game = createApplicationGame(emulator, { description: "A game" });
  const end = emulator.faults.add({ method: "GET", path: /@me$/, answer: { status: 400, body: {} } });
  const [first] = await compared(game, game.application.botToken);
  end();
  expect(first).toMatch(/^settings not-checked: Getting the application failed with status 400/);
});

it("rejects with the signal's reason", async () => {
  const game = createApplicationGame(emulator, { description: "A game" });
  await expect(
    compared(game, game.application.botToken, AbortSignal.abort(new Error("end"))),
  ).rejects.toThrow("end");
});

const launch = { type: 4, name: "launch", handler: 2 } as const;
const ofUsers = { ...ping, name: "me", integration_types: [1] } as const;

function found(
  live: Partial<ApplicationData>,
  { settings, commands }: { settings?: ApplicationSettings; commands?: readonly DesiredCommand[] },
) {
  const application = { ...newApplication, ...live };
  const plan = planApplication({ application }, settings ?? {});
  const needs: Needs = { live: application, plan, desired: settings && { settings }, commands };
  return Object.fromEntries(
    checkNeeds(needs).map(({ check, verdict, found: text }) => [check, [verdict, text]]),
  );
}

test("skips unnecessary checks", () => {
  expect(found({}, {})).toEqual({});
  expect(found({}, { commands: [] })).toEqual({});
});

describe("the settings in the config", () => {
  it.each<[ApplicationSettings, string, string]>([
    [{ description: "" }, "ok", "The settings match the config."],
    [
      { description: "New", tags: ["a"] },
      "warning",
      "These settings differ from the config: description, tags.",
    ],
    [
      { description: "New", integration_types_config: { 0: {}, 1: {} } },
      "failure",
      "These settings differ from the config: description, integration_types_config.",
    ],
  ])("reports %j as %s", (settings, verdict, text) => {
    expect(found({}, { settings })).toEqual({ settings: [verdict, text] });
  });
});

describe("the interactions endpoint", () => {
  const commands = [ping];
  const atGateway =
    "Interactions go to the bot over the gateway, because the application has no interactions endpoint URL.";

  it("is shown with control characters escaped", () => {
    const live = { interactions_endpoint_url: "https://game.example/\u001B[2J" };
    expect(found(live, { commands })["endpoint"]).toEqual([
      "ok",
      String.raw`Interactions go to https://game.example/\u001b[2J.`,
    ]);
  });

  it("may be missing for a gateway bot if the config sets it to null", () => {
    expect(found({}, { commands })["endpoint"]).toEqual(["warning", atGateway]);
    expect(found({}, { commands, settings: { description: "" } })["endpoint"]).toEqual([
      "warning",
      atGateway,
    ]);
    const settings = { interactions_endpoint_url: null };
    expect(found({}, { commands, settings })["endpoint"]).toEqual(["ok", atGateway]);
  });
});

describe("the installation", () => {
  const preset = (...scopes: ("bot" | "applications.commands")[]) => ({ scopes, permissions: "0" });

  it.each<[Partial<ApplicationData>, readonly DesiredCommand[], string, string]>([
    [{}, [ofUsers], "ok", "Installing the application also adds its commands."],
    [
      { integration_types_config: { 0: {}, 1: {} } },
      [ping, ofUsers],
      "ok",
      "Installing the application also adds",
    ],
    [
      { integration_types_config: { 0: {} } },
      [ping, ofUsers],
      "failure",
      "Some commands require an installation context that the application does not support: 1 (user accounts).",
    ],
    [
      {
        integration_types_config: { 0: { oauth2_install_params: preset("bot") } },
        install_params: preset("bot"),
      },
      [ping],
      "failure",
      "The applications.commands scope is missing in install_params, integration_types_config.0, so the commands are not available",
    ],
    [
      { integration_types_config: { 0: { oauth2_install_params: preset("bot", "applications.commands") } } },
      [ping],
      "ok",
      "Installing the application also adds its commands",
    ],
  ])("compares the application %j with the commands %j", (live, commands, verdict, text) => {
    expect(found(live, { commands })["installation"]).toEqual([verdict, expect.stringContaining(text)]);
  });
});

describe("event webhooks", () => {
  const event_webhooks_url = "https://game.example/events";
  it.each<[Partial<ApplicationData>, string, string]>([
    [
      { event_webhooks_status: 2, event_webhooks_types: ["APPLICATION_AUTHORIZED"] },
      "ok",
      "Events go to https://game.example/events: 1 kind.",
    ],
    [{ event_webhooks_status: 2, event_webhooks_types: null }, "warning", "No events go to"],
    [
      { event_webhooks_status: 1, event_webhooks_types: ["ENTITLEMENT_CREATE"] },
      "warning",
      "No events go to",
    ],
    [{ event_webhooks_status: 3 }, "failure", "The service has disabled events for"],
  ])("reports %j as %s", (live, verdict, text) => {
    expect(found({ event_webhooks_url, ...live }, {})).toEqual({
      events: [verdict, expect.stringContaining(text)],
    });
  });
});

test("requires Activities for an entry point command", () => {
  const commands = [launch];
  expect(found({}, { commands })["activities"]).toEqual([
    "failure",
    "The commands include an entry point, but Activities are not enabled.",
  ]);
  expect(found({ flags: ApplicationFlag.Embedded }, { commands })["activities"]).toEqual([
    "ok",
    "Activities are enabled, as the entry point requires.",
  ]);
});
