import { describe, expect, it, test } from "vitest";
import { readWorldInit, World } from "../../../../src/emulator/state/world.ts";
import { Permission } from "../../../../src/commands/index.ts";
import { askApi } from "../../../setup/emulator/api.ts";

function openWorld(application: object = {}) {
  const messages = ["one", "two", "three"].map((content) => ({ author: "Ada", content }));
  const channels = [
    { id: "8", name: "general", messages },
    { id: "9", name: "deep", parent: "general", type: 11 },
  ];
  const init = {
    applications: [
      { id: "1", guilds: ["7"], ...application },
      { id: "2", guilds: ["5"] },
    ],
    guilds: [{ id: "7", name: "Reef", channels }],
  };
  const world = new World({ world: readWorldInit(init, "world") });
  const see = async (path: string, caller: object = {}) =>
    (await askApi(world, "GET", `/channels/${path}`, undefined, caller)).body;
  const texts = async (query: string) =>
    ((await see(`8/messages${query}`)) as readonly { readonly content: string }[]).map(
      ({ content }) => content,
    );
  return { world, see, texts };
}

describe("a channel", () => {
  it("is visible to bots of its guild, even if it is a thread", async () => {
    const { see } = openWorld();
    expect(await see("8")).toMatchObject({ id: "8", name: "general", guild_id: "7", type: 0, position: 0 });
    expect(await see("9")).toMatchObject({ id: "9", parent_id: "8", type: 11 });
  });

  it("shows the player if it is for direct messages", async () => {
    const { world, see } = openWorld();
    const { id } = world.channels.ofApplication("1", world.players.first);
    expect(await see(id)).toMatchObject({ id, type: 1, recipients: [{ username: "ada" }] });
  });

  it.each([
    ["another application", "8", 403, 50_001],
    ["anybody, where there is none", "5", 404, 10_003],
  ])("is hidden from %s", async (_who, id, status, code) => {
    const { world, see } = openWorld();
    await expect(see(id, { application: world.applications[1] })).rejects.toMatchObject({
      status,
      body: { code },
    });
  });
});

describe("the messages of a channel", () => {
  it("are returned in pages, newest first", async () => {
    const { texts, see } = openWorld({ privilegedIntents: true });
    expect(await texts("")).toEqual(["three", "two", "one"]);
    expect(await texts("?limit=2")).toEqual(["three", "two"]);
    const [, second] = (await see("8/messages")) as readonly { readonly id: string }[];
    expect(await texts(`?before=${second?.id}`)).toEqual(["one"]);
    expect(await texts(`?after=${second?.id}`)).toEqual(["three"]);
    expect(await see(`8/messages/${second?.id}`)).toMatchObject({ content: "two" });
    await expect(see("8/messages/5")).rejects.toMatchObject({ status: 404, body: { code: 10_008 } });
    await expect(see("8/messages?limit=101")).rejects.toMatchObject({ body: { code: 50_035 } });
  });

  it("are empty without the intent, except the bot's own", async () => {
    const { world, texts } = openWorld();
    await askApi(world, "POST", "/channels/8/messages", { content: "mine" });
    expect(await texts("")).toEqual(["mine", "", "", ""]);
  });

  it("require permissions of the bot", async () => {
    const only = (...names: (keyof typeof Permission)[]) => ({
      privilegedIntents: true,
      permissions: String(names.reduce((all, name) => all | Permission[name], 0n)),
    });
    expect(await openWorld(only("ViewChannel")).see("8/messages")).toEqual([]);
    expect(await openWorld(only("ViewChannel", "ReadMessageHistory")).texts("?limit=1")).toEqual(["three"]);
    await expect(openWorld(only("ReadMessageHistory")).see("8/messages")).rejects.toMatchObject({
      body: { code: 50_001 },
    });
  });
});

test("returns no detectable games", async () => {
  expect(await askApi(openWorld().world, "GET", "/applications/detectable")).toEqual({
    status: 200,
    body: [],
  });
});
