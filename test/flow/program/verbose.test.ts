import { afterAll, expect, it } from "vitest";
import { startEmulator } from "../../../src/emulator/index.ts";
import { createGame, ping } from "../../setup/program/game-folder.ts";
import { runExecutable } from "../../setup/program/run-executable.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

it("prints each request with --verbose in addition to the NODE_DEBUG sections, without changing the result", async () => {
  const game = createGame(emulator, [ping]);
  const env = { ...game.env, NODE_DEBUG: "timer" };
  const args = ["commands", "plan", "--exit-code", "--json", "--verbose"];
  const { status, stdout, stderr } = await runExecutable(args, { ...game, env });
  expect([status, JSON.parse(stdout)]).toMatchObject([3, { result: { differs: true } }]);
  expect(stderr).toMatch(
    /^SLASHPASS \d+: \[http\] GET 127\.0\.0\.1:\d+\/api\/v10\/applications\/\d+\/commands 200 in \d+ ms/m,
  );
  expect(stderr).toMatch(/^TIMER \d+: /m);
  expect(stderr + stdout).not.toContain(game.application.botToken);
});
