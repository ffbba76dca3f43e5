import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { absentKeychain } from "../../../setup/program/player-at-terminal.ts";
import { oneLine } from "../../../setup/program/one-line.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const scope = "applications.commands.permissions.update";
const edit = ["permissions", "edit", "ping", "--deny", "everyone", "--yes"];

/** A game with a player who signs in on the same machine. */
async function createPlayersGame() {
  const game = await createGuardedGame(emulator);
  const openBrowser = emulator.player(emulator.players[0].name).browser();
  const own = { store: memoryTokenStore(), openBrowser };
  return { ...game, run: (words: readonly string[]) => game.run(words, { own }) };
}

describe("editing as the signed-in player", () => {
  it("uses the stored session of the specified account", async () => {
    const { run } = await createPlayersGame();
    expect(await run(["login", "--scope", scope, "--account", "owner"])).toMatchObject({ code: 0 });
    expect(await run([...edit, "--account", "owner"])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Change 1 overwrite: application [^]*\nChanged\.\n$/),
    });
    const { code, stderr } = await run(edit);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Nobody is signed in")]);
  });

  it.each([
    { account: [], login: `slashpass login --scope identify ${scope}'.` },
    { account: ["--account", "owner"], login: `slashpass login --scope identify ${scope} --account owner'.` },
  ])("suggests a login with the scope if it was not granted ($account)", async ({ account, login }) => {
    const { run } = await createPlayersGame();
    await run(["login", ...account]);
    const { code, stderr } = await run([...edit, ...account]);
    expect([code, oneLine(stderr)]).toEqual([2, expect.stringContaining(login)]);
    expect(stderr).toContain("has not granted");
  });

  it("suggests a login if there is no session or no keychain", async () => {
    const game = await createGuardedGame(emulator);
    for (const store of [memoryTokenStore(), absentKeychain()]) {
      const { code, stderr } = await game.run(edit, { own: { store } });
      expect(code).toBe(2);
      expect(oneLine(stderr)).toContain(`Run 'slashpass login --scope ${scope}'. If this machine`);
    }
  });

  it("does not change other errors", async () => {
    const game = await createGuardedGame(emulator);
    const get = () => Promise.reject(new Error("The disk is full."));
    const { code, stderr } = await game.run(edit, { own: { store: { ...memoryTokenStore(), get } } });
    expect([code, stderr]).toEqual([1, expect.not.stringContaining("slashpass login --scope")]);
  });
});
