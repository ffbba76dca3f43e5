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
  it("sets and clears the status", async () => {
    const status = () => emulator.guilds[0]?.channels.find(({ id }) => id === "12")?.status;
    await bot.channel("12").setVoiceStatus("Reef, 3 of 5");
    expect(status()).toBe("Reef, 3 of 5");
    await bot.channel("12").setVoiceStatus(null);
    expect(status()).toBeNull();
  });

  it("rejects a wrong channel or missing permissions with a hint", async () => {
    await expect(bot.channel("11").setVoiceStatus("x")).rejects.toMatchObject({ errorCode: 50_024 });
    await expect(bot.channel("99").setVoiceStatus("x")).rejects.toMatchObject({ code: "unknown_channel" });
    const weak = emulator.addApplication({ permissions: "0" });
    const other = connect({ botToken: weak.botToken });
    await expect(other.channel("12").setVoiceStatus("x")).rejects.toMatchObject({
      code: "missing_permissions",
      hint: expect.stringContaining("SET_VOICE_CHANNEL_STATUS") as string,
    });
  });
});

describe("a lobby's members", () => {
  const members = () => emulator.application.lobbies[0]?.members ?? [];

  it("are updated in any number, 25 per request", async () => {
    const added = await bot
      .lobby("7")
      .updateMembers(divers.map(({ id }) => ({ id, metadata: { team: "red" } })));
    expect(added).toEqual(members());
    expect(members()).toHaveLength(130);
    await bot.lobby("7").updateMembers(divers.slice(5).map(({ id }) => ({ id, remove_member: true })));
    expect(members().map(({ id }) => id)).toEqual(divers.slice(0, 5).map(({ id }) => id));
  });

  it("can be updated further after a failed request", async () => {
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

  it("cannot be updated in an unknown lobby or one of another application", async () => {
    await expect(bot.lobby("8").updateMembers([{ id: "1000" }])).rejects.toMatchObject({
      code: "missing_access",
      hint: expect.stringContaining("the lobby's application") as string,
    });
    await expect(bot.lobby("9").updateMembers([{ id: "1000" }])).rejects.toMatchObject({
      name: "LobbyMembersError",
      code: "unknown_lobby",
    });
  });
});

describe("thread members", () => {
  it("iterates over all members, with and without their guild members", async () => {
    for (const withMember of [true, false]) {
      const received: string[] = [];
      for await (const one of bot.thread("13").members.all({ withMember })) {
        received.push(one.user_id);
        expect(one.member?.user.id).toBe(withMember ? one.user_id : undefined);
      }
      expect(received).toEqual(divers.map(({ id }) => id));
    }
  });

  it("paginates in version 11", async () => {
    const next = new ApiClient({
      applicationId: "5",
      apiBase: emulator.apiBase.replace("v10", "v11"),
      credential: { botToken: emulator.application.botToken },
    });
    expect(await next.thread("13").members.list({ after: "1126" })).toHaveLength(3);
    let count = 0;
    for await (const _ of next.thread("13").members.all()) count += 1;
    expect(count).toBe(130);
  });

  it("fetches a single member, and rejects an unknown user", async () => {
    expect(await bot.thread("13").members.get("1005", { withMember: true })).toMatchObject({
      user_id: "1005",
      member: { user: { global_name: "Diver 5" } },
    });
    await expect(bot.thread("13").members.get("99")).rejects.toMatchObject({ code: "unknown_member" });
    await expect(bot.thread("11").members.list()).rejects.toMatchObject({ errorCode: 50_024 });
  });
});

describe("a signed-in player", () => {
  it("lists the guilds with their banners", async () => {
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

  it("rejects calls that need the bot's token before anything is sent", async () => {
    await expect(client.api.roleConnectionMetadata.get()).rejects.toMatchObject({
      code: "missing_credential",
    });
  });

  it("names the missing scope, from the session or from the service", async () => {
    const { apiBase, webBase, application } = emulator;
    const openBrowser = emulator.player("Diver 1").browser();
    const store = memoryTokenStore();
    await using other = new Client({ applicationId: application.id, apiBase, webBase, openBrowser, store });
    const session = await other.signIn({ scopes: "identify" });
    await expect(other.api.currentUser.guilds.list()).rejects.toMatchObject({
      code: "missing_scope",
      message: "The call needs the scope guilds; the player has granted: identify.",
    });
    const unaware = connect({ userToken: () => session.accessToken() });
    await expect(unaware.currentUser.roleConnection.get()).rejects.toMatchObject({
      code: "missing_access",
      status: 403,
      hint: expect.stringContaining("The token needs the scope role_connections.write") as string,
    });
  });
});

describe("command permissions", () => {
  it("are editable only by players who manage the guild and its roles", async () => {
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
      hint: expect.stringContaining("must be able to manage the guild and its roles") as string,
    });
    await expect(commands.guild(guild.id).permissions.edit(id, [])).rejects.toMatchObject({
      code: "missing_credential",
    });
  });
});

it("rejects guild creation with an explanation", async () => {
  const response = await fetch(`${emulator.apiBase}/guilds`, {
    method: "POST",
    headers: { authorization: `Bot ${emulator.application.botToken}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Reef" }),
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({
    code: 20_001,
    message: "Bots cannot use this endpoint: applications can no longer create guilds.",
  });
});
