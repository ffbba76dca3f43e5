import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { ApiClient, type ApiCredential, type LobbyMembersError } from "../../src/resources/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";

const divers = Array.from({ length: 130 }, (_, index) => ({ name: `Diver ${index}`, id: `${1000 + index}` }));
const scopes = "identify guilds role_connections.write applications.commands.permissions.update";
const level = { type: 2, key: "level", name: "Level", description: "Has reached this level" } as const;

let emulator: Emulator;
let client: Client;
let bot: ApiClient;

const connect = (credential: ApiCredential) =>
  new ApiClient({ applicationId: emulator.application.id, apiBase: emulator.apiBase, credential });

beforeAll(async () => {
  emulator = await startEmulator({
    world: {
      players: ["Ada", ...divers],
      applications: [{ id: "5", lobbies: [{ id: "7" }] }, { lobbies: [{ id: "8" }] }],
      guilds: [
        {
          id: "1",
          name: "Reef",
          banner: "a_1234",
          channels: [
            { id: "11", name: "general" },
            { id: "12", name: "Bridge", type: 2 },
            { id: "13", name: "dive", type: 11, parent: "general", members: divers.map(({ name }) => name) },
          ],
        },
        { id: "2", name: "Wreck" },
      ],
    },
  });
  const { application, apiBase, webBase } = emulator;
  bot = connect({ botToken: application.botToken });
  const openBrowser = emulator.player().browser();
  const applicationId = application.id;
  client = new Client({ applicationId, apiBase, webBase, openBrowser, store: memoryTokenStore() });
  await client.signIn({ scopes });
});
afterAll(async () => {
  await client.close();
  await emulator.close();
});

describe("a voice channel's status", () => {
  it("can be set and cleared", async () => {
    const status = () => emulator.guilds[0]?.channels.find(({ id }) => id === "12")?.status;
    await bot.channel("12").setVoiceStatus("Reef, 3 of 5");
    expect(status()).toBe("Reef, 3 of 5");
    await bot.channel("12").setVoiceStatus(null);
    expect(status()).toBeNull();
  });
});

describe("a lobby's members", () => {
  const members = () => emulator.application.lobbies[0]?.members ?? [];

  it("can still be updated after a failed request", async () => {
    let requests = 0;
    const api = new ApiClient({
      applicationId: "5",
      apiBase: emulator.apiBase,
      credential: { botToken: emulator.application.botToken },
      fetch: (url, init) => {
        const headers = new Headers(init.headers);
        if (++requests === 3) headers.set("x-slashpass-fault", "bad-gateway");
        return fetch(url, { ...init, headers });
      },
      maxWaitMs: 0,
    });
    const updates = divers.map(({ id }) => ({ id }));
    const error = await api
      .lobby("7")
      .updateMembers(updates)
      .then(
        () => expect.unreachable("the third request has to fail"),
        (reason: unknown) => reason as LobbyMembersError,
      );
    expect(error.report.done).toEqual(updates.slice(0, 50).map(({ id }) => id));
    await api.lobby("7").updateMembers(error.report.remaining);
    expect(members()).toHaveLength(130);
  });
});

describe("a signed-in player", () => {
  it("lists guilds with their banners", async () => {
    expect(await client.api.currentUser.guilds.list({ withCounts: true })).toMatchObject([
      { id: "1", name: "Reef", banner: "a_1234", approximate_member_count: 131 },
      { id: "2", name: "Wreck", banner: null },
    ]);
    expect(await client.api.currentUser.guilds.list({ before: "2", limit: 1 })).toMatchObject([{ id: "1" }]);
  });

  it("sets and fetches a role connection for the application's metadata", async () => {
    expect(await bot.roleConnectionMetadata.set([level])).toEqual([level]);
    expect(await bot.roleConnectionMetadata.get()).toEqual([level]);
    const connection = { platform_name: "Reef", platform_username: "ada", metadata: { level: "12" } };
    const { roleConnection } = client.api.currentUser;
    expect(await roleConnection.set(connection)).toEqual(connection);
    expect(await roleConnection.get()).toEqual(connection);
  });

  it("cannot make calls that require the bot's token", async () => {
    await expect(client.api.roleConnectionMetadata.get()).rejects.toMatchObject({
      code: "missing_credential",
    });
  });

  it("gets an error that names the missing scope, whether the session or the service detects the problem", async () => {
    const { apiBase, webBase, application } = emulator;
    const openBrowser = emulator.player("Diver 1").browser();
    const store = memoryTokenStore();
    await using other = new Client({ applicationId: application.id, apiBase, webBase, openBrowser, store });
    const session = await other.signIn({ scopes: "identify" });
    await expect(other.api.currentUser.guilds.list()).rejects.toMatchObject({
      code: "missing_scope",
      message: "The call requires the guilds scope. The player granted: identify.",
    });
    const unaware = connect({ userToken: () => session.accessToken() });
    await expect(unaware.currentUser.roleConnection.get()).rejects.toMatchObject({
      code: "missing_access",
      status: 403,
      hint: expect.stringContaining("The token needs the role_connections.write scope") as string,
    });
  });
});

describe("command permissions", () => {
  it("can be edited only by players who manage the guild and its roles", async () => {
    const { application, apiBase } = emulator;
    const guild = emulator.addGuild({ name: "Harbour", owner: "Diver 9" });
    const commands = new CommandsClient({
      applicationId: application.id,
      credential: { botToken: application.botToken },
      apiBase,
    });
    const { id } = await commands.guild(guild.id).create({ name: "ping", description: "Pong" });
    const edit = client.commands.guild(guild.id).permissions.edit(id, []);
    await expect(edit).rejects.toMatchObject({
      code: "missing_permissions",
      errorCode: 50_013,
      hint: expect.stringContaining("can manage the guild and its roles") as string,
    });
    await expect(commands.guild(guild.id).permissions.edit(id, [])).rejects.toMatchObject({
      code: "missing_credential",
    });
  });
});
