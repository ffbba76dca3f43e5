import { describe, expect, it, test } from "vitest";
import { readWorldInit, World } from "../../../../src/emulator/state/world.ts";
import type { ThreadMember } from "../../../../src/wire/guild.ts";
import { Permission } from "../../../../src/wire/permission.ts";
import { callApi } from "../../../setup/emulator/api.ts";
import { formWith } from "../../../setup/emulator/encode.ts";

/** Creates a guild with a text channel, a thread and a voice channel. */
function openWorld(application: object = {}) {
  const messages = ["one", "two", "three"].map((content) => ({ author: "Ada", content }));
  const channels = [
    { id: "8", name: "general", messages },
    { id: "9", name: "deep", parent: "general", type: 11 },
    { id: "11", name: "Bridge", type: 2, connectedBots: ["1"] },
    { id: "12", name: "Empty bridge", type: 2 },
  ];
  const init = {
    applications: [
      { id: "1", guilds: ["7"], ...application },
      { id: "2", guilds: ["5"] },
    ],
    guilds: [{ id: "7", name: "Reef", channels }],
  };
  const world = new World({ world: readWorldInit(init, "world") });
  const ask = async (method: string, path: string, body?: unknown, caller: object = {}) =>
    (await callApi(world, method, `/channels/${path}`, body, caller)).body;
  const see = (path: string, caller: object = {}) => ask("GET", path, undefined, caller);
  const texts = async (query: string) =>
    ((await see(`8/messages${query}`)) as readonly { readonly content: string }[]).map(
      ({ content }) => content,
    );
  const say = (body: unknown, channel = "8") => ask("POST", `${channel}/messages`, body);
  const setStatus = (status?: unknown, channel = "11") => ask("PUT", `${channel}/voice-status`, { status });
  return { world, see, texts, say, setStatus };
}

const refused = (status: number, code: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });

describe("reading a channel", () => {
  describe("a channel", () => {
    it("includes its parent if it is a thread, and the player if it is a direct message channel", async () => {
      const { world, see } = openWorld();
      expect(await see("9")).toMatchObject({ id: "9", parent_id: "8", type: 11 });
      const { id } = world.channels.ofApplication("1", world.players.first);
      expect(await see(id)).toMatchObject({ id, type: 1, recipients: [{ username: "ada" }] });
    });

    it.each([
      ["8", 403, 50_001],
      ["5", 404, 10_003],
      ["bridge", 400, 50_035],
    ])("with the id %j is rejected for another application (%i, %i)", async (id, status, code) => {
      const { world, see } = openWorld();
      const caller = { application: world.applications[1] };
      await expect(see(id, caller)).rejects.toEqual(refused(status, code));
      const direct = world.channels.ofApplication("1", world.players.first);
      await expect(see(direct.id, caller)).rejects.toEqual(refused(403, 50_001));
    });
  });

  describe("a channel's messages", () => {
    it("are returned in pages, newest first", async () => {
      const { texts, see } = openWorld({ privilegedIntents: true });
      expect(await texts("")).toEqual(["three", "two", "one"]);
      expect(await texts("?limit=2")).toEqual(["three", "two"]);
      const [, second] = (await see("8/messages")) as readonly { readonly id: string }[];
      expect(await texts(`?before=${second?.id}`)).toEqual(["one"]);
      expect(await texts(`?after=${second?.id}`)).toEqual(["three"]);
      await expect(see("8/messages?limit=101")).rejects.toMatchObject({ body: { code: 50_035 } });
    });

    it("omit the content if the bot lacks the intent, except in its own messages", async () => {
      const { say, texts } = openWorld();
      await say({ content: "mine" });
      expect(await texts("")).toEqual(["mine", "", "", ""]);
    });

    it("depend on the bot's permissions", async () => {
      const only = (...names: (keyof typeof Permission)[]) => ({
        privilegedIntents: true,
        permissions: String(names.reduce((all, name) => all | Permission[name], 0n)),
      });
      expect(await openWorld(only("ViewChannel")).see("8/messages")).toEqual([]);
      expect(await openWorld(only("ViewChannel", "ReadMessageHistory")).texts("?limit=1")).toEqual(["three"]);
      const blind = openWorld(only("ReadMessageHistory"));
      await expect(blind.see("8/messages")).rejects.toEqual(refused(403, 50_001));
    });
  });

  test("rejects a player's token and the application's own token", async () => {
    const { world, see } = openWorld();
    for (const caller of [{ player: world.players.first }, { scopes: "applications.commands.update" }])
      await expect(see("8", { bot: false, ...caller })).rejects.toMatchObject({ status: 401 });
  });
});

describe("sending a message", () => {
  describe("a bot's message", () => {
    it("is visible to everyone in its channel", async () => {
      const { world, say } = openWorld();
      const message = await say({ content: "Hello", flags: 64, nonce: "a" });
      expect(message).toMatchObject({ content: "Hello", author: { id: "1" }, flags: 0, nonce: "a", type: 0 });
      expect(message).not.toHaveProperty("webhook_id");
      expect(world.history.in("8").at(-1)).toEqual(message);
      const [ada] = world.players.all;
      const direct = world.channels.ofApplication("1", ada as never);
      expect(await say({ content: "Hi" }, direct.id)).toMatchObject({ channel_id: direct.id });
    });

    it("can have files", async () => {
      const { say } = openWorld();
      expect(await say(formWith({ content: "x" }, ["map.txt"]))).toMatchObject({
        attachments: [{ filename: "map.txt", size: 5 }],
      });
    });

    it("is sent only once within a few minutes if its nonce is enforced", async () => {
      const { world, say } = openWorld();
      const first = await say({ content: "x", nonce: "a" });
      const again = { content: "y", nonce: "a", enforce_nonce: true };
      expect(await say(again)).toEqual(first);
      expect(await say({ ...again, enforce_nonce: false })).toMatchObject({ content: "y" });
      expect(await say({ ...again, nonce: "b" })).toMatchObject({ content: "y", nonce: "b" });
      world.clock.advance(5 * 60 * 1000);
      expect(await say({ ...again, content: "z" })).toMatchObject({ content: "z" });
      expect(world.history.in("8")).toHaveLength(7);
    });

    it.each([
      [{ content: "" }, 400, 50_006],
      [{ content: "x".repeat(2001) }, 400, 50_035],
      [{ embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: "a", value: "b" })) }] }, 400, 50_035],
      [{ content: "x", sticker_ids: ["1"] }, 404, 0],
      [{ content: "x", message_reference: { message_id: "1" } }, 404, 0],
      [{ content: "x", sticker_ids: ["1"], flags: 32_768 }, 400, 50_035],
    ])("is rejected for its content (case %#)", async (body, status, code) => {
      await expect(openWorld().say(body)).rejects.toEqual(refused(status, code));
    });

    it("requires a bot with permission to send messages and attach files", async () => {
      const form = formWith({ content: "x" }, ["map.txt"]);
      const reader = openWorld({ permissions: "1024" });
      await expect(reader.say({ content: "x" })).rejects.toEqual(refused(403, 50_013));
      await expect(openWorld({ permissions: "2048" }).say(form)).rejects.toEqual(refused(403, 50_013));
      expect(await openWorld({ permissions: "8" }).say(form)).toMatchObject({ content: "x" });
    });
  });
});

test("sets and removes a voice channel's status", async () => {
  const { setStatus, world } = openWorld();
  const status = () => world.channels.byId("11")?.status;
  expect(status()).toBeNull();
  for (const none of [null, "", undefined]) {
    await setStatus("🪸".repeat(500));
    expect(status()).toBe("🪸".repeat(500));
    await setStatus(none);
    expect(status()).toBeNull();
  }
});

describe("permission to set the voice status", () => {
  const { SetVoiceChannelStatus, ManageChannels, Administrator } = Permission;
  const set = (permissions: bigint | undefined, channel: string) =>
    openWorld({ permissions: permissions?.toString() }).setStatus("x", channel);

  it.each([
    ["with every permission", undefined, "12"],
    ["that is an administrator", Administrator, "12"],
    ["that is connected and may set it", SetVoiceChannelStatus, "11"],
    ["that is not connected and manages channels", SetVoiceChannelStatus | ManageChannels, "12"],
  ])("is granted to a bot %s", async (_, permissions, channel) => {
    expect(await set(permissions, channel)).toBeUndefined();
  });

  it.each([
    ["that is not connected", SetVoiceChannelStatus, "12"],
    ["that only manages channels", ManageChannels, "11"],
    ["without permissions", 0n, "11"],
  ])("is denied to a bot %s", async (_, permissions, channel) => {
    await expect(set(permissions, channel)).rejects.toEqual(refused(403, 50_013));
  });
});

describe("a channel's thread members", () => {
  const names = Array.from({ length: 130 }, (_, index) => `Diver ${index}`);
  const world = new World({
    world: {
      players: names.map((name, index) => ({ name, id: `${1000 + index}` })),
      guilds: [
        {
          id: "1",
          name: "Reef",
          channels: [
            { id: "11", name: "general" },
            { id: "12", name: "dive", type: 11, parent: "general", members: names },
          ],
          members: [{ player: "Diver 0", nick: "First" }],
        },
      ],
    },
  });
  const get = async (path: string, version = 10) =>
    (await callApi(world, "GET", `/channels/${path}`, undefined, {}, { version })).body;
  const list = async (query: string, version?: number) =>
    (await get(`12/thread-members${query}`, version)) as ThreadMember[];
  const ids = (members: readonly ThreadMember[]) => members.map(({ user_id }) => Number(user_id));

  describe("thread members", () => {
    it("are returned in one response in version 10, regardless of the requested page", async () => {
      expect(await list("")).toHaveLength(130);
      expect(await list("?limit=5&after=1100")).toHaveLength(130);
      expect(await list("?with_member=false&limit=5")).toHaveLength(130);
      expect((await list(""))[0]).toEqual({
        id: "12",
        user_id: "1000",
        join_timestamp: "2026-01-01T00:00:00.000Z",
        flags: 0,
      });
    });

    it("are returned in pages in version 11 or if guild members are requested", async () => {
      expect(await list("?with_member=true")).toHaveLength(100);
      expect(await list("", 11)).toHaveLength(100);
      expect(ids(await list("?after=1099", 11))).toEqual(
        Array.from({ length: 30 }, (_, index) => 1100 + index),
      );
      expect(ids(await list("?with_member=1&limit=2&after=1001"))).toEqual([1002, 1003]);
      expect(await list("?after=0&limit=100", 11)).toHaveLength(100);
      await expect(list("?limit=101", 11)).rejects.toMatchObject({ status: 400, body: { code: 50_035 } });
    });

    it("include the guild member unless the user has left the guild", async () => {
      const [first, second] = await list("?with_member=true&limit=2");
      expect(first?.member).toMatchObject({ nick: "First", roles: [], user: { id: "1000" }, deaf: false });
      expect(first?.member).not.toHaveProperty("permissions");
      expect(second).not.toHaveProperty("member");
    });
  });

  test("returns a thread member by user id", async () => {
    expect(await get("12/thread-members/1005")).toMatchObject({ id: "12", user_id: "1005" });
    expect(await get("12/thread-members/1000?with_member=true")).toMatchObject({ member: { nick: "First" } });
    await expect(get("12/thread-members/7")).rejects.toMatchObject({ status: 404, body: { code: 10_007 } });
    await expect(get("12/thread-members/ada")).rejects.toMatchObject({ body: { code: 50_035 } });
  });

  test("rejects a channel that is not a thread", async () => {
    await expect(get("11/thread-members")).rejects.toMatchObject({ status: 400, body: { code: 50_024 } });
    await expect(get("11/thread-members/1000")).rejects.toMatchObject({ body: { code: 50_024 } });
  });
});
