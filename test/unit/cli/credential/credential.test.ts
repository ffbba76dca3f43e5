import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, type Game, ping } from "../../../setup/program/game-folder.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { startSecrets } from "../../../setup/secrets-bus.ts";
import { needs } from "../../../setup/system-parts.ts";

let emulator: Emulator;
let game: Game;
beforeAll(async () => {
  emulator = await startEmulator();
});
beforeEach(() => {
  game = createGame(emulator, [ping]);
});
afterAll(() => emulator.close());

/** No variable contains a credential. */
const bare = { env: { SLASHPASS_BOT_TOKEN: undefined } };
const listed = async (setting = {}) => {
  const { stdout } = await game.run(["credential", "list", "--json"], setting);
  return readObject(stdout).result?.["credentials"];
};
const typing = (secret: string) => ({ ...bare, columns: 100, typed: ["\r", `${secret}\r`] });

describe("with a keychain", needs("Linux"), () => {
  it("sets, lists, uses and deletes the credential", async () => {
    await using _secrets = await startSecrets();
    const { id: applicationId, botToken } = game.application;
    const target = { environment: "development", applicationId };
    expect(await listed(bare)).toEqual([{ ...target, source: "none" }]);

    const set = await game.run(["credential", "set"], typing(botToken));
    expect([set.code, oneLine(set.stdout)]).toEqual([
      0,
      expect.stringContaining("in the keychain entry 'slashpass-application' for '127.0.0.1"),
    ]);
    expect(set.stdout + set.stderr).not.toContain(botToken);
    const entry = {
      service: "slashpass-application",
      account: `${new URL(emulator.apiBase).host}/${applicationId}`,
    };
    expect(await listed(bare)).toEqual([{ ...target, source: "keychain", kind: "bot-token", entry }]);
    expect(await listed()).toEqual([{ ...target, source: "variable", kind: "bot-token" }]);
    expect((await game.run(["commands", "plan"], bare)).code).toBe(0);

    const forget = async () => {
      const { stdout } = await game.run(["credential", "forget", "--json"], bare);
      return readObject(stdout).result;
    };
    expect(await forget()).toEqual({ ...target, entry, forgotten: true });
    expect(await forget()).toEqual({ ...target, entry, forgotten: false });
    expect((await game.run(["commands", "plan"], bare)).code).toBe(2);
  });

  it("stores the credential even if a variable takes precedence", async () => {
    await using _secrets = await startSecrets();
    const { botToken } = game.application;
    const unused = "An environment variable takes precedence over it.";
    await expectEnd(game.run(["credential", "set"], { ...typing(botToken), env: {} }), 0, unused);
    expect(await listed(bare)).toMatchObject([{ source: "keychain" }]);
    const alone = await game.run(["credential", "set"], typing(botToken));
    expect([alone.code, oneLine(alone.stderr)]).toEqual([0, expect.not.stringContaining(unused)]);
  });
});

it("lists each of the config's environments, or only the selected one", async () => {
  const { id } = game.application;
  game.write("slashpass.config.json", {
    environments: { development: { applicationId: id }, production: { applicationId: id, protected: true } },
  });
  expect(await listed()).toMatchObject([{ environment: "development" }, { environment: "production" }]);
  const env = { SLASHPASS_ENVIRONMENT: "production" };
  expect(await listed({ env })).toMatchObject([{ environment: "production" }]);
});

it.each([
  ["bot-token", "bot token", { SLASHPASS_BOT_TOKEN: "t" }],
  ["client-secret", "client secret", { SLASHPASS_BOT_TOKEN: undefined, SLASHPASS_CLIENT_SECRET: "s" }],
  ["both", "both", { SLASHPASS_BOT_TOKEN: "t", SLASHPASS_CLIENT_SECRET: "s" }],
])("lists the credentials in variables as '%s'", async (kind, words, env) => {
  const { id: applicationId } = game.application;
  const target = { environment: "development", applicationId };
  expect(await listed({ env })).toEqual([{ ...target, source: "variable", kind }]);
  const { stdout } = await game.run(["credential", "list"], { env });
  const row = stdout.trim().split("\n").at(-1) ?? "";
  expect(row.split(/ {2,}/)).toEqual(["development", applicationId, words, "variable"]);
});

it("reports an unreadable keychain only once", async () => {
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
  const { id } = game.application;
  const environments = { development: { applicationId: id }, production: { applicationId: id } };
  game.write("slashpass.config.json", { environments });
  const { code, stderr } = await game.run(["credential", "list"], bare);
  vi.unstubAllEnvs();
  expect([code, stderr]).toEqual([0, "The keychain cannot be read.\n"]);
});
