import { afterAll, beforeAll, expect, it } from "vitest";
import { compareApplication } from "../../../../src/cli/doctor/compare-application.ts";
import { readSettings } from "../../../../src/cli/settings/settings.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createApplicationGame } from "../../../setup/program/application-game.ts";
import { ping } from "../../../setup/program/game-folder.ts";

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
  return findings.map(({ check, verdict, found }) => `${check} ${verdict}: ${found}`);
}

it("compares the application with the config and the commands", async () => {
  const game = createApplicationGame(emulator, { description: "A game" });
  game.write("commands.json", [ping]);
  expect(await compared(game, game.application.botToken)).toEqual([
    "settings warning: Different from the config: description.",
    "endpoint warning: Interactions go to a bot at the gateway: the application has no URL for them.",
    "installation ok: The application is installed with the commands.",
  ]);
  await game.run(["app", "apply", "--yes"]);
  expect((await compared(game, game.application.botToken))[0]).toBe("settings ok: They match the config.");
});

it("reports that a comparison needs a bot token, unless there is nothing to compare", async () => {
  const game = createApplicationGame(emulator, { description: "A game" });
  expect(await compared(game, undefined)).toEqual([
    "settings not-checked: Only its bot may read the application's settings.",
  ]);
  const bare = createApplicationGame(emulator, undefined);
  bare.write("slashpass.config.json", {
    environments: { development: { applicationId: bare.application.id, apiBase: emulator.apiBase } },
    commands: "none.json",
  });
  expect(await compared(bare, bare.application.botToken)).toEqual([]);
});

it("compares the commands without application settings in the config", async () => {
  const game = createApplicationGame(emulator, undefined, { application: { activities: true } });
  game.write("commands.json", [{ type: 4, name: "launch", handler: 2 }]);
  expect(await compared(game, game.application.botToken)).toContain(
    "activities ok: Activities are enabled, as the entry point requires.",
  );
});

it("reports an invalid config and invalid commands, and compares the rest", async () => {
  const game = createApplicationGame(emulator, { tags: [""] });
  game.write("commands.json", [{ name: "" }]);
  expect(await compared(game, game.application.botToken)).toEqual([
    expect.stringMatching(/^settings failure: .*application\.tags\[0\] is an empty string/),
    expect.stringMatching(/^commands failure: The service would refuse commands in .*commands\.json\.$/),
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
  expect(first).toMatch(/^settings not-checked: Getting the application was refused with status 400/);
});

it("rejects with the reason of the signal", async () => {
  const game = createApplicationGame(emulator, { description: "A game" });
  await expect(
    compared(game, game.application.botToken, AbortSignal.abort(new Error("end"))),
  ).rejects.toThrow("end");
});
