import { afterAll, beforeAll, expect, it } from "vitest";
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

it("skips unnecessary checks", () => {
  expect(found({}, {})).toEqual({});
  expect(found({}, { commands: [] })).toEqual({});
});

const commands = [ping];
const atGateway =
  "Interactions go to the bot over the gateway, because the application has no interactions endpoint URL.";
const events = (status: 1 | 2 | 3, types: readonly string[] | null) => ({
  event_webhooks_url: "https://game.example/events",
  event_webhooks_status: status,
  event_webhooks_types: types,
});
const preset = (...scopes: ("bot" | "applications.commands")[]) => ({ scopes, permissions: "0" });

it.each<[string, Partial<ApplicationData>, Parameters<typeof found>[1], string, string]>([
  ["settings", {}, { settings: { description: "" } }, "ok", "The settings match the config."],
  [
    "settings",
    {},
    { settings: { description: "New", tags: ["a"] } },
    "warning",
    "These settings differ from the config: description, tags.",
  ],
  [
    "settings",
    {},
    { settings: { description: "New", integration_types_config: { 0: {}, 1: {} } } },
    "failure",
    "These settings differ from the config: description, integration_types_config.",
  ],
  [
    "endpoint",
    { interactions_endpoint_url: "https://game.example/\u001B[2J" },
    { commands },
    "ok",
    String.raw`Interactions go to https://game.example/\u001b[2J.`,
  ],
  ["endpoint", {}, { commands }, "warning", atGateway],
  ["endpoint", {}, { commands, settings: { description: "" } }, "warning", atGateway],
  ["endpoint", {}, { commands, settings: { interactions_endpoint_url: null } }, "ok", atGateway],
  ["installation", {}, { commands: [ofUsers] }, "ok", "Installing the application also adds its commands."],
  [
    "installation",
    { integration_types_config: { 0: {}, 1: {} } },
    { commands: [ping, ofUsers] },
    "ok",
    "Installing the application also adds",
  ],
  [
    "installation",
    { integration_types_config: { 0: {} } },
    { commands: [ping, ofUsers] },
    "failure",
    "Some commands require an installation context that the application does not support: 1 (user accounts).",
  ],
  [
    "installation",
    {
      integration_types_config: { 0: { oauth2_install_params: preset("bot") } },
      install_params: preset("bot"),
    },
    { commands },
    "failure",
    "The applications.commands scope is missing in install_params, integration_types_config.0, so the commands are not available",
  ],
  [
    "installation",
    { integration_types_config: { 0: { oauth2_install_params: preset("bot", "applications.commands") } } },
    { commands },
    "ok",
    "Installing the application also adds its commands",
  ],
  [
    "events",
    events(2, ["APPLICATION_AUTHORIZED"]),
    {},
    "ok",
    "Events go to https://game.example/events: 1 kind.",
  ],
  ["events", events(2, null), {}, "warning", "No events go to"],
  ["events", events(1, ["ENTITLEMENT_CREATE"]), {}, "warning", "No events go to"],
  ["events", events(3, null), {}, "failure", "The service has disabled events for"],
  [
    "activities",
    {},
    { commands: [launch] },
    "failure",
    "The commands include an entry point, but Activities are not enabled.",
  ],
  [
    "activities",
    { flags: ApplicationFlag.Embedded },
    { commands: [launch] },
    "ok",
    "Activities are enabled, as the entry point requires.",
  ],
])("checks the %s of %j with %j: %s", (check, live, wanted, verdict, text) => {
  expect(found(live, wanted)[check]).toEqual([verdict, expect.stringContaining(text)]);
});
