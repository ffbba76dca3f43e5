import { describe, expect, it, beforeEach, vi } from "vitest";
import { describeWrite, writeAsData } from "../../../../src/cli/commands/apply-commands.ts";
import type { Write } from "../../../../src/commands/index.ts";
import { createGame, ping, type Game, score, useEmulator } from "../../../setup/program/game-folder.ts";
import { withoutIds } from "../../../setup/program/without-ids.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { getAccessToken } from "../../../setup/emulator/players.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { call } from "../../../setup/emulator/requests.ts";

const emulator = await useEmulator();

describe("an interrupted apply", () => {
  const stopping = ["commands", "apply", "--yes", "--allow", "delete-entry-point"];

  it("reports completed and remaining changes, then applies the rest on the next run", async () => {
    // Deleting the entry point requires a separate request.
    const game = createGame(emulator, [ping], { application: { activities: true } });
    const body = { code: 50001, message: "Missing Access" };
    const end = emulator.faults.add({
      method: "POST",
      path: new RegExp(`/applications/${game.application.id}/commands$`),
      answer: { status: 403, body },
    });
    const first = await game.run(stopping);
    expect(first.code).toBe(1);
    await expect(withoutIds(first.stderr)).toMatchFileSnapshot("../../../golden/program/apply-stopped.txt");
    end();
    const second = await game.run(stopping);
    expect([second.code, second.stderr]).toEqual([
      0,
      expect.stringMatching(/^Apply 1 request: application [^]*\.\nApplied: 1 request\.\n$/),
    ]);
    expect(second.stdout).toContain("+ /ping");
  });

  it("reports completed and remaining requests on Ctrl-C", async () => {
    const game = createGame(emulator, [ping], { application: { activities: true } });
    const path = new RegExp(`/applications/${game.application.id}/commands$`);
    emulator.faults.add({ method: "POST", path, times: 1, latencyMs: 3_600_000 });
    const end = new AbortController();
    const running = game.run([...stopping, "--json"], { signal: end.signal });
    // Waits until the delayed request has arrived.
    await expect.poll(() => emulator.faults.all).toEqual([]);
    end.abort();
    const { code, stdout } = await running;
    const [deleted, created] = [{ names: ["launch"] }, { kind: "create", names: ["ping"] }];
    expect([code, readObject(stdout).error]).toMatchObject([
      130,
      {
        code: "interrupted",
        message: "Interrupted: 1 of 2 requests was completed.",
        details: { done: [deleted], failed: created, remaining: [created] },
      },
    ]);
  });
});

/** Creates a game with one command, which is restricted in a guild and renamed in the file. */
async function createRestricted() {
  const { id: guildId } = emulator.addGuild({ name: "The Arcade", owner: emulator.players[0].name });
  const renamed = { ...ping, name: "pong", renamedFrom: "ping" };
  const game = createGame(emulator, [renamed], {
    environment: { webBase: emulator.webBase },
    application: { commands: [ping], guilds: [guildId] },
  });
  const service = { ...emulator, application: game.application };
  const [command] = (await call(service, "GET", "/commands")).body as unknown as [{ id: string }];
  const path = `/guilds/${guildId}/commands/${command.id}/permissions`;
  const overwrites = { permissions: [{ id: guildId, type: 1, permission: false }] };
  const authorization = `Bearer ${await getAccessToken(service, scope)}`;
  expect(await call(service, "PUT", path, overwrites, { authorization })).toMatchObject({ status: 200 });
  const permissions = async () => (await call(service, "GET", path)).body["permissions"];
  return { game, guildId, permissions };
}

const scope = "applications.commands.permissions.update";
const applyNow = ["commands", "apply", "--yes"];

describe("a change that erases permissions", () => {
  let at: Awaited<ReturnType<typeof createRestricted>>;
  beforeEach(async () => void (at = await createRestricted()));

  it("is rejected with a hint about the next step if there is no terminal", async () => {
    const { code, stdout, stderr } = await at.game.run(applyNow);
    expect(code).toBe(1);
    expect(oneLine(stdout)).toContain("would lose its permissions (1 overwrite in 1 guild)");
    expect(oneLine(stderr)).toContain("SLASHPASS_ACCESS_TOKEN");
    expect(stderr).toContain("--allow-permission-loss");
    expect(await at.permissions()).toHaveLength(1);
  });

  it("requires confirmation at a terminal, even with --yes", async () => {
    await expectEnd(at.game.run(applyNow, { columns: 100, typed: ["n"] }), 1, "Erase them?");
    expect(await at.permissions()).toHaveLength(1);
    await expectEnd(at.game.run(applyNow, { columns: 100, typed: ["y"] }), 0, `deny role ${at.guildId}`);
    expect(await at.permissions()).toBeUndefined();
  });

  it("is rejected without a prompt in a protected environment unless --allow-permission-loss is set", async () => {
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

  it("is applied with --allow-permission-loss, and the JSON lists the lost permissions", async () => {
    const { code, stdout } = await at.game.run([...applyNow, "--allow-permission-loss", "--json"]);
    const { result = {} } = readObject(stdout);
    expect([code, result["savedPermissions"]]).toMatchObject([
      0,
      [{ guildId: at.guildId, permissions: [{ id: at.guildId, type: 1, permission: false }] }],
    ]);
  });

  it("keeps the permissions if SLASHPASS_ACCESS_TOKEN allows editing them", async () => {
    const { application } = at.game;
    const env = { SLASHPASS_ACCESS_TOKEN: await getAccessToken({ ...emulator, application }, scope) };
    const { code, stdout } = await at.game.run(applyNow, { env });
    expect([code, oneLine(stdout)]).toEqual([0, expect.stringContaining("will be restored afterwards")]);
    expect(await at.permissions()).toHaveLength(1);
  });
  it("keeps the permissions if the signed-in player may edit them, and reads the keychain only for a rename", async () => {
    const { game } = at;
    const openBrowser = emulator.player(emulator.players[0].name).browser();
    const store = memoryTokenStore();
    const get = vi.spyOn(store, "get");
    const account = ["--account", "owner"];
    const login = await game.run(["login", "--scope", scope, ...account], { own: { store, openBrowser } });
    expect(login).toMatchObject({ code: 0 });
    get.mockClear();
    game.write("same.json", [ping]);
    await game.run([...applyNow, "--file", "same.json"], { own: { store } });
    expect(get).not.toHaveBeenCalled();
    const plan = await game.run(["commands", "plan", ...account], { own: { store } });
    expect(oneLine(plan.stdout)).toContain("will be restored afterwards");
    const { code, stdout } = await game.run([...applyNow, ...account], { own: { store } });
    expect([code, oneLine(stdout)]).toEqual([0, expect.stringContaining("will be restored afterwards")]);
    expect(await at.permissions()).toHaveLength(1);
  });

  it("is rejected if the signed-in player may not edit permissions", async () => {
    const openBrowser = emulator.player(emulator.players[0].name).browser();
    const store = memoryTokenStore();
    await at.game.run(["login"], { own: { store, openBrowser } });
    const { stderr } = await expectEnd(
      at.game.run(applyNow, { own: { store } }),
      1,
      `'slashpass login --scope identify ${scope}'`,
    );
    expect(oneLine(stderr)).toContain(`The signed-in player has not granted ${scope}`);
    expect(await at.permissions()).toHaveLength(1);
  });
});

it("does not alter failures that are unrelated to permissions", async () => {
  const game = createGame(emulator, [{ ...ping, nsfw: true }], { application: { commands: [ping] } });
  const end = emulator.faults.add({
    method: "PATCH",
    path: /commands/,
    answer: { status: 403, body: { code: 50_013 } },
  });
  const { code, stderr } = await game.run(applyNow, { columns: 100 });
  end();
  expect([code, stderr]).toEqual([1, expect.stringContaining("50013")]);
});

const named = ["-e", "production", "--confirm", "production"];

/** The file defines only /ping, but /score also exists, both globally and in a guild. */
async function createProduction(): Promise<Game> {
  const { id } = emulator.addGuild({ name: "Reef" });
  const application = { commands: [ping, score], activities: true, guilds: [id] };
  const game = createGame(emulator, [ping], { application });
  const { id: applicationId } = game.application;
  const production = { applicationId, apiBase: emulator.apiBase, protected: true };
  game.write("slashpass.config.json", { environments: { production }, commands: "commands.json" });
  game.write("guilds.txt", id);
  game.write("both.json", [ping, score]);
  game.write("nothing.json", []);
  const snapshot = await game.run(["commands", "snapshot", "before.json"]);
  const added = { ...score, name: "added" };
  game.write("more.json", [ping, score, added]);
  const more = await game.run(["commands", "apply", "-f", "more.json", ...named]);
  const guild = await game.run(["commands", "apply", "-f", "both.json", "--guild", id, ...named]);
  expect([snapshot, more, guild]).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
  return game;
}

describe("a protected environment", () => {
  it.each([
    ["an apply", ["commands", "apply"], "permissions of commands listed in the plan would be erased"],
    ["a restore", ["commands", "restore", "before.json"], "listed in the plan would be erased"],
    ["a rollout", ["commands", "rollout", "--guilds", "guilds.txt"], "permissions of commands in 1 guild, "],
    ["a removal", ["entry-point", "remove"], "the permissions of launch would be erased"],
  ])(
    "rejects %s if it erases permissions, unless --allow-permission-loss is set",
    async (_what, words, reason) => {
      const game = await createProduction();
      const refused = await expectEnd(game.run([...words, ...named]), 1, reason);
      expect(oneLine(refused.stderr)).toContain("Add --allow-permission-loss to erase them.");
      expect((await game.run([...words, ...named, "--allow-permission-loss"])).code).toBe(0);
    },
  );

  it("does not require --allow-permission-loss if no permissions are erased", async () => {
    const game = await createProduction();
    const words = ["commands", "rollout", "--guilds", "guilds.txt", "-f", "both.json"];
    expect((await game.run([...words, ...named])).code).toBe(0);
  });
});

describe("describeWrite", () => {
  const hostile = { id: "1400000000000000001", type: 1, name: "p\u001B[2J" } as const;

  it.each<[Write, string, object]>([
    [{ kind: "create", command: { name: "ping" } }, "+ create ping", { kind: "create", names: ["ping"] }],
    [{ kind: "delete", command: hostile }, "- delete p\\u001b[2J", { kind: "delete", names: [hostile.name] }],
    [
      { kind: "edit", command: { ...hostile, name: "score", changes: [], edit: {} } },
      "~ edit score",
      { kind: "edit", names: ["score"] },
    ],
    [
      { kind: "overwrite", commands: [{ name: "ping" }, { name: "score" }] },
      "= all 2 commands at once",
      { kind: "overwrite", names: ["ping", "score"] },
    ],
  ])("formats a request on one line: %j", (request, line, data) => {
    expect([describeWrite(request), writeAsData(request)]).toEqual([line, data]);
  });
});
