import { describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { absentKeychain, usePlayer } from "../../../setup/program/player-at-terminal.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";
import { describeSession, rowsOf, explain, reachService } from "../../../../src/cli/session/session.ts";
import { ClientError, type ErrorCode, ErrorType } from "../../../../src/core/errors.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { freePort } from "../../../setup/free-port.js";

const player = await usePlayer();
const { emulator } = player;

const scope = "applications.commands.permissions.update";
const edit = ["permissions", "edit", "ping", "--deny", "everyone", "--yes"];

/** Creates a game with a player who signs in on the same machine. */
async function createPlayersGame() {
  const game = await createGuardedGame(emulator);
  const openBrowser = emulator.player(emulator.players[0].name).browser();
  const own = { store: memoryTokenStore(), openBrowser };
  return { ...game, run: (words: readonly string[]) => game.run(words, { own }) };
}

describe("editing as the signed-in player", () => {
  it("uses the specified account's stored session", async () => {
    const { run } = await createPlayersGame();
    expect(await run(["login", "--scope", scope, "--account", "owner"])).toMatchObject({ code: 0 });
    expect(await run([...edit, "--account", "owner"])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Change 1 overwrite: application [^]*\nChanged\.\n$/),
    });
    const { code, stderr } = await run(edit);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/No player is\s+signed\s+in/)]);
  });

  it.each([
    { account: [], login: `slashpass login --scope identify ${scope}'.` },
    { account: ["--account", "owner"], login: `slashpass login --scope identify ${scope} --account owner'.` },
  ])("suggests a login with the scope if it was not granted ($account)", async ({ account, login }) => {
    const { run } = await createPlayersGame();
    await run(["login", ...account]);
    const { stderr } = await expectEnd(run([...edit, ...account]), 2, login);
    expect(stderr).toContain("has not granted");
  });

  it("suggests a login if there is no session or no keychain", async () => {
    const game = await createGuardedGame(emulator);
    for (const store of [memoryTokenStore(), absentKeychain()]) {
      await expectEnd(
        game.run(edit, { own: { store } }),
        2,
        `Run 'slashpass login --scope ${scope}'. If this machine`,
      );
    }
  });

  it("returns other errors unchanged", async () => {
    const game = await createGuardedGame(emulator);
    const get = () => Promise.reject(new Error("The disk is full."));
    const { code, stderr } = await game.run(edit, { own: { store: { ...memoryTokenStore(), get } } });
    expect([code, stderr]).toEqual([1, expect.not.stringContaining("slashpass login --scope")]);
  });
});

const hour = 3_600_000;
const displayed = (expiresAt: Date | undefined) => {
  const session = { scopes: "openid identify", expiresAt };
  const target = { applicationId: "5", environment: "staging" };
  return rowsOf(describeSession(session, target, "tester", { id: "7", name: "Ada" }), 0);
};

it("describes a session with its application, environment and account", () => {
  expect(displayed(undefined)).toEqual([
    ["Player", "Ada (7)"],
    ["Application", "5 (staging)"],
    ["Account", "tester"],
    ["Scopes", "openid identify"],
    ["Token", "unknown: the service did not send an expiry"],
  ]);
});

it.each([
  [hour, "until 1970-01-01 01:00 UTC, in 60 minutes; renewed when used"],
  [20 * hour, "until 1970-01-01 20:00 UTC, in 20 hours; renewed when used"],
  [72 * hour, "until 1970-01-04 00:00 UTC, in 3 days; renewed when used"],
])("formats an expiry %d ms from now", (ms, text) => {
  expect(displayed(new Date(ms)).at(-1)).toEqual(["Token", text]);
});

const { signal } = new AbortController();
const failure = (code: ErrorCode) =>
  new ClientError({ type: ErrorType.Aborted, code, message: "For developers." });

describe("explain", () => {
  it("explains the failure to players and keeps its code", () => {
    for (const code of [
      "access_denied",
      "timeout",
      "expired_token",
      "keychain_absent",
      "session_ended",
    ] as const) {
      expect(explain(failure(code), signal)).toMatchObject({
        code,
        message: expect.not.stringContaining("developers"),
      });
    }
    expect(explain(failure("timeout"), signal)).toMatchObject({ message: expect.stringContaining("tab") });
  });

  it("returns other errors unchanged", () => {
    for (const error of [failure("network_error"), new Error("x"), "text"])
      expect(explain(error, signal)).toBe(error);
  });

  it("returns `interrupted` if the signal is aborted", () => {
    expect(explain(failure("aborted"), AbortSignal.abort())).toMatchObject({ code: "interrupted" });
  });
});

it("returns no expiry if the service sent none", async () => {
  await player.run(["login"]);
  const { store } = player;
  const endless = async (account: string) => (await store.get(account))?.replace(/"e":\d+,/, "");
  player.store = { ...store, get: endless };
  const { stdout } = await player.run(["token", "--json"]);
  expect(readObject(stdout).result).toMatchObject({ scopes: ["identify"], expiresAt: null });
});

it("considers the service reachable if it responds at all", async () => {
  await using service = await startEmulator();
  expect(await reachService(service.apiBase, signal)).toBeUndefined();
  service.faults.add({ answer: "server-error" });
  expect(await reachService(service.apiBase, signal)).toBeUndefined();
});

it("reports no failure if the signal is aborted", async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  expect(await reachService(address, AbortSignal.abort())).toBeUndefined();
});
