import { describe, expect, it, vi } from "vitest";
import { type Emulator, type EmulatorState, startEmulator } from "../../../../src/emulator/index.ts";
import { CommandBook } from "../../../../src/emulator/state/command-book.ts";
import { readEmulatorState, saveWorld } from "../../../../src/emulator/state/saved-world.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { fullWorld } from "../../../setup/emulator/full-world.ts";
import { getTokens, getUser } from "../../../setup/emulator/players.ts";
import { send } from "../../../setup/emulator/requests.ts";

const world = {
  ...fullWorld,
  applications: [
    ...fullWorld.applications,
    { id: "11", guilds: ["20"], commands: [{ name: "dive", description: "Dive." }] },
  ],
  players: [...fullWorld.players, "Ö"],
  guilds: [...fullWorld.guilds, { id: "25", name: "Open" }],
};

/** Returns the state as if read from a file. */
const reread = (emulator: Emulator) => JSON.parse(JSON.stringify(emulator.exportState())) as EmulatorState;

describe("an emulator's state", () => {
  it("restores ids, keys, secrets, commands, permissions and sign-ins", async () => {
    await using first = await startEmulator({ world });
    const [reef] = first.applications;
    const headers = { authorization: `Bot ${reef?.botToken}`, "content-type": "application/json" };
    const commands = `${first.apiBase}/applications/10/guilds/20/commands`;
    const body = JSON.stringify([
      { name: "swim", description: "Swim.", options: [{ type: 3, name: "where", description: "To." }] },
    ]);
    expect((await send(commands, { method: "PUT", headers, body })).status).toBe(200);
    const secret = { client_secret: reef?.clientSecret ?? "" };
    const tokens = await getTokens(first, { player: "Newcomer" }, secret);
    expect(tokens.status).toBe(200);
    first.guilds[1]?.editMember("Ada", { nick: "A" });
    first.guilds[1]?.removeMember("Ö");
    const state = reread(first);

    await using second = await startEmulator({ state });
    expect(reread(second)).toEqual(state);
    expect(second.application.clientSecret).toBe(reef?.clientSecret);
    const keysOf = ({ applications }: Emulator) => applications.map(({ publicKey }) => publicKey);
    expect(keysOf(second)).toEqual(keysOf(first));
    expect(await getUser(second, tokens.body["access_token"])).toMatchObject({
      status: 200,
      body: { global_name: "Newcomer" },
    });
    const both = [commands, `${second.apiBase}/applications/10/guilds/20/commands`];
    const [before, after] = await Promise.all(both.map((url) => send(url, { headers })));
    expect(after?.body).toEqual(before?.body);
    expect(second.guilds[1]?.member(second.players[2] ?? expect.unreachable())).toBeUndefined();
    expect(second.application.lobbies[0]?.members).toHaveLength(1);
  });

  it("is returned as a copy", () => {
    const saved = new World({ world });
    const state = saveWorld(saved);
    saved.application("11")?.events.stop();
    saved.application("11")?.commands.overwrite("global", []);
    expect(JSON.stringify(state)).toContain("Dive.");
  });

  it("omits unknown players", () => {
    const saved = new World({ world });
    saved.applications[0].lobbies[0]?.update({ id: "999" });
    const state = readEmulatorState(saveWorld(saved), "state");
    expect(state).toMatchObject({
      world: { applications: [{ init: { lobbies: [{ members: ["Grace"] }] } }, {}] },
    });
  });

  it("does not wrap an internal error", async () => {
    const broken = new TypeError("broken");
    const restore = vi.spyOn(CommandBook.prototype, "restore").mockImplementation(() => {
      throw broken;
    });
    await expect(startEmulator({ state: saveWorld(new World({})) })).rejects.toBe(broken);
    restore.mockRestore();
  });

  it("replaces a world, so setting both is rejected", async () => {
    const state = saveWorld(new World({}));
    await expect(startEmulator({ state, world: {} })).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("must be omitted, because state is set"),
    });
  });

  it.each([
    ["a state of another version", { version: 2, world: {} }],
    ["a state without a world", { version: 1 }],
    ["an incomplete state", { version: 1, world: { applications: [] } }],
    ["a string", "state"],
  ])("is rejected if it is %s", (_what, state) => {
    expect(() => readEmulatorState(state, "state")).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  });

  it("is rejected if it has commands that the service would reject", async () => {
    const text = JSON.stringify(saveWorld(new World({ world }))).replace('"wave"', '"Not a name!"');
    await expect(startEmulator({ state: JSON.parse(text) as EmulatorState })).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("name"),
    });
  });
});

describe("an exported world", () => {
  it("creates another emulator with the same world", async () => {
    await using first = await startEmulator({ world: fullWorld });
    const exported = first.exportWorld();
    await using second = await startEmulator({ world: exported });
    expect(second.exportWorld()).toEqual(exported);
    const [{ publicClient, parentApplication, redirectUris, permissions, discoverable, ...init }] =
      fullWorld.applications;
    const { privilegedIntents, players, lobbies, quest, skus, entitlements } = init;
    expect(exported.applications).toMatchObject([
      { publicClient, parentApplication, redirectUris, permissions, discoverable },
    ]);
    expect(exported.applications).toMatchObject([
      { privilegedIntents, players, lobbies, quest, skus, entitlements },
    ]);
  });

  it("includes later additions and omits the ids of commands", async () => {
    await using emulator = await startEmulator();
    emulator.addGuild({ id: "77", name: "Reef", roles: [{ id: "78", name: "Diver" }] });
    emulator.addPlayer({ id: "79", name: "Kim" });
    emulator.addApplication({ id: "80", commands: [{ name: "wave", description: "Wave." }] });
    const { guilds, players, applications } = emulator.exportWorld();
    expect(guilds?.[1]).toMatchObject({ id: "77", name: "Reef", roles: [{ id: "78", name: "Diver" }] });
    expect(players?.[2]).toEqual({ id: "79", name: "Kim", username: "kim", locale: "en-US", adult: true });
    expect(applications?.[1]?.commands).toEqual([expect.objectContaining({ name: "wave" })]);
    expect(applications?.[1]?.commands?.[0]).not.toHaveProperty("id");
  });

  it("contains neither keys nor secrets", async () => {
    await using emulator = await startEmulator({ world: fullWorld });
    const text = JSON.stringify(emulator.exportWorld());
    for (const application of emulator.applications) {
      const { clientSecret, botToken, privateKeyHex } = application;
      for (const secret of [clientSecret, botToken, privateKeyHex]) expect(text).not.toContain(secret);
    }
  });
});
