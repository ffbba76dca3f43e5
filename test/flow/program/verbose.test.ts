import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { createGame, ping } from "../../setup/program/game-folder.ts";
import { runExecutable } from "../../setup/program/run-executable.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const request =
  /^SLASHPASS \d+: \[http\] GET 127\.0\.0\.1:\d+\/api\/v10\/applications\/\d+\/commands 200 in \d+ ms/m;

describe("--verbose", () => {
  it.each([
    ["before the command", ["--verbose", "commands", "plan", "--exit-code", "--json"]],
    ["after the command", ["commands", "plan", "--exit-code", "--json", "--verbose"]],
  ])("prints each request without changing the result if placed %s", async (_title, args) => {
    const game = createGame(emulator, [ping]);
    const { status, stdout, stderr } = await runExecutable(args, game);
    expect([status, JSON.parse(stdout)]).toMatchObject([3, { result: { differs: true } }]);
    expect(stderr).toMatch(request);
    expect(stderr + stdout).not.toContain(game.application.botToken);
  });

  it("prints requests in addition to the NODE_DEBUG sections", async () => {
    const game = createGame(emulator, [ping]);
    const env = { ...game.env, NODE_DEBUG: "timer" };
    const { stderr } = await runExecutable(["commands", "list", "--verbose"], { ...game, env });
    expect(stderr).toMatch(request);
    expect(stderr).toMatch(/^TIMER \d+: /m);
  });

  it("is off by default", async () => {
    const game = createGame(emulator, [ping]);
    expect((await runExecutable(["commands", "plan"], game)).stderr).toBe("");
  });
});
