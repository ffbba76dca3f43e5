import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { createGame, type Game, ping } from "../../../setup/program/game-folder.ts";
import { getAccessToken } from "../../../setup/emulator/players.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { readObject } from "../../../setup/program/schema.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

/** A game whose only command is restricted in a guild and renamed in the file. */
async function createRestricted(): Promise<{
  game: Game;
  guildId: string;
  permissions: () => Promise<unknown>;
}> {
  const { id: guildId } = emulator.addGuild({ name: "The Arcade", owner: emulator.players[0].name });
  const renamed = { ...ping, name: "pong", renamedFrom: "ping" };
  const game = createGame(emulator, [renamed], {
    environment: { webBase: emulator.webBase },
    application: { commands: [ping], guilds: [guildId] },
  });
  const path = `${emulator.apiBase}/applications/${game.application.id}`;
  const bot = { authorization: `Bot ${game.application.botToken}` };
  const [command] = (await (await fetch(`${path}/commands`, { headers: bot })).json()) as [{ id: string }];
  const token = await getAccessToken({ ...emulator, application: game.application }, scope);
  const at = `${path}/guilds/${guildId}/commands/${command.id}/permissions`;
  const body = JSON.stringify({ permissions: [{ id: guildId, type: 1, permission: false }] });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  expect((await fetch(at, { method: "PUT", headers, body })).status).toBe(200);
  const permissions = async () =>
    ((await (await fetch(at, { headers: bot })).json()) as { permissions?: unknown }).permissions;
  return { game, guildId, permissions };
}

const scope = "applications.commands.permissions.update";
const words = ["commands", "apply", "--yes"];

describe("a change that loses permissions", () => {
  let at: Awaited<ReturnType<typeof createRestricted>>;
  beforeEach(async () => void (at = await createRestricted()));

  it("is rejected with the next step without a terminal", async () => {
    const { code, stdout, stderr } = await at.game.run(words);
    expect(code).toBe(1);
    expect(oneLine(stdout)).toContain("loses its permissions (1 overwrite in 1 guild)");
    expect(oneLine(stderr)).toContain("SLASHPASS_ACCESS_TOKEN");
    expect(stderr).toContain("--allow-permission-loss");
    expect(await at.permissions()).toHaveLength(1);
  });

  it("requires confirmation at a terminal, even with --yes", async () => {
    const no = await at.game.run(words, { columns: 100, typed: ["n"] });
    expect([no.code, oneLine(no.stderr)]).toEqual([1, expect.stringContaining("Erase them?")]);
    expect(await at.permissions()).toHaveLength(1);
    const yes = await at.game.run(words, { columns: 100, typed: ["y"] });
    expect([yes.code, yes.stderr]).toEqual([0, expect.stringContaining(`deny role ${at.guildId}`)]);
    expect(await at.permissions()).toBeUndefined();
  });

  it("is rejected without a prompt in a protected environment unless its option is set", async () => {
    const { application } = at.game;
    const production = { applicationId: application.id, apiBase: emulator.apiBase, protected: true };
    at.game.write("slashpass.config.json", { environments: { production }, commands: "commands.json" });
    const inProduction = ["commands", "apply", "-e", "production", "--confirm", "production"];
    const { code, stderr } = await at.game.run(inProduction, { columns: 100, typed: ["y"] });
    expect([code, oneLine(stderr)]).toEqual([1, expect.stringContaining("Add --allow-permission-loss")]);
    expect(stderr).not.toContain("Erase them?");
    expect(await at.permissions()).toHaveLength(1);
    const allowed = await at.game.run([...inProduction, "--allow-permission-loss"]);
    expect([allowed.code, await at.permissions()]).toEqual([0, undefined]);
  });

  it("is applied with its option, and prints the lost permissions as JSON", async () => {
    const { code, stdout } = await at.game.run([...words, "--allow-permission-loss", "--json"]);
    const { result = {} } = readObject(stdout);
    expect([code, result["savedPermissions"]]).toMatchObject([
      0,
      [{ guildId: at.guildId, permissions: [{ id: at.guildId, type: 1, permission: false }] }],
    ]);
  });

  it("keeps the permissions with the token of a player who may edit them", async () => {
    const { application } = at.game;
    const env = { SLASHPASS_ACCESS_TOKEN: await getAccessToken({ ...emulator, application }, scope) };
    const { code, stdout } = await at.game.run(words, { env });
    expect([code, oneLine(stdout)]).toEqual([0, expect.stringContaining("are written back afterwards")]);
    expect(await at.permissions()).toHaveLength(1);
  });
  it("keeps the permissions if such a player is signed in, and reads the keychain only for a rename", async () => {
    const { game } = at;
    const openBrowser = emulator.player(emulator.players[0].name).browser();
    const store = memoryTokenStore();
    const get = vi.spyOn(store, "get");
    const account = ["--account", "owner"];
    const login = await game.run(["login", "--scope", scope, ...account], { own: { store, openBrowser } });
    expect(login).toMatchObject({ code: 0 });
    get.mockClear();
    game.write("same.json", [ping]);
    await game.run([...words, "--file", "same.json"], { own: { store } });
    expect(get).not.toHaveBeenCalled();
    const plan = await game.run(["commands", "plan", ...account], { own: { store } });
    expect(oneLine(plan.stdout)).toContain("are written back afterwards");
    const { code, stdout } = await game.run([...words, ...account], { own: { store } });
    expect([code, oneLine(stdout)]).toEqual([0, expect.stringContaining("are written back afterwards")]);
    expect(await at.permissions()).toHaveLength(1);
  });

  it("is rejected if the signed-in player may not edit permissions", async () => {
    const openBrowser = emulator.player(emulator.players[0].name).browser();
    const store = memoryTokenStore();
    await at.game.run(["login"], { own: { store, openBrowser } });
    const { code, stderr } = await at.game.run(words, { own: { store } });
    expect([code, oneLine(stderr)]).toEqual([
      1,
      expect.stringContaining(`'slashpass login --scope identify ${scope}'`),
    ]);
    expect(oneLine(stderr)).toContain(`The player who is signed in has not granted ${scope}`);
    expect(await at.permissions()).toHaveLength(1);
  });
});

it("reports other failures unchanged", async () => {
  const game = createGame(emulator, [{ ...ping, nsfw: true }], { application: { commands: [ping] } });
  const end = emulator.faults.add({
    method: "PATCH",
    path: /commands/,
    answer: { status: 403, body: { code: 50_013 } },
  });
  const { code, stderr } = await game.run(words, { columns: 100 });
  end();
  expect([code, stderr]).toEqual([1, expect.stringContaining("50013")]);
});
