import { describe, expect, it, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { callApi } from "../../../setup/emulator/api.ts";

const world = new World({
  world: {
    players: ["Ada", "Grace", "Joan"],
    applications: [{ guilds: ["1", "2"] }],
    guilds: [
      { id: "30", name: "Reef", banner: "a_1234", owner: "Ada", members: [{ player: "Grace" }] },
      { id: "4", name: "Wreck" },
    ],
  },
});
const [ada, , joan] = world.players.all;
const as = (player = ada, scopes = "guilds") => ({ bot: false, player, scopes });
const list = async (query: string, caller: object = as()) =>
  (await callApi(world, "GET", `/users/@me/guilds${query}`, undefined, caller)).body as readonly Listed[];
interface Listed {
  readonly id: string;
}
const ids = async (query: string, caller?: object) => (await list(query, caller)).map(({ id }) => id);

describe("a user's guilds", () => {
  it("are sorted by id and include the banner, owner and permissions", async () => {
    expect(await ids("")).toEqual(["1", "2", "4", "30"]);
    expect(await list("?after=4")).toEqual([
      {
        id: "30",
        name: "Reef",
        icon: null,
        banner: "a_1234",
        owner: true,
        permissions: expect.stringMatching(/^\d+$/) as string,
        features: [],
      },
    ]);
    expect(await list("?before=30&limit=1")).toMatchObject([{ id: "4", banner: null, owner: false }]);
  });

  it("are the guilds that the player joined or that added the bot", async () => {
    expect(await ids("", as(joan))).toEqual(["1", "2", "4"]);
    expect(await ids("", { bot: true })).toEqual(["1", "2"]);
  });

  it("are returned in pages", async () => {
    expect(await ids("?limit=2")).toEqual(["1", "2"]);
    expect(await ids("?limit=2&after=2")).toEqual(["4", "30"]);
    expect(await ids("?limit=2&before=30")).toEqual(["2", "4"]);
  });

  it("include counts on request", async () => {
    expect(await list("?with_counts=true&after=2")).toMatchObject([
      { id: "4", approximate_member_count: 3, approximate_presence_count: 3 },
      { id: "30", approximate_member_count: 2, approximate_presence_count: 2 },
    ]);
    expect((await list("?with_counts=false"))[0]).not.toHaveProperty("approximate_member_count");
  });

  it.each(["limit=0", "limit=201", "before=x", "after=x", "with_counts=some"])(
    "cannot be requested with %s",
    async (query) => {
      await expect(list(`?${query}`)).rejects.toMatchObject({ status: 400, body: { code: 50_035 } });
    },
  );

  it("require the guilds scope", async () => {
    await expect(list("", as(ada, "identify"))).rejects.toMatchObject({ body: { code: 50_001 } });
  });
});

test("rejects guild creation as no longer available", async () => {
  for (const caller of [{}, as()]) {
    await expect(callApi(world, "POST", "/guilds", { name: "Reef" }, caller)).rejects.toMatchObject({
      status: 403,
      body: { code: 20_001, message: expect.stringContaining("can no longer create guilds") as string },
    });
  }
});

describe("a bot's guild", () => {
  const asBot = { bot: true };
  const ask = (path: string, caller: object = asBot) => callApi(world, "GET", path, undefined, caller);

  it("has roles, channels and members", async () => {
    expect((await ask("/guilds/1")).status).toBe(200);
    const inside = new World({
      world: {
        players: ["Ada", "Grace"],
        guilds: [
          {
            id: "30",
            name: "Reef",
            owner: "Ada",
            members: [{ player: "Grace", roles: ["Crew"] }],
            roles: [{ name: "Crew" }],
            channels: [{ name: "general" }, { name: "deep", type: 11, parent: "general" }],
          },
        ],
      },
    });
    const see = (path: string) => callApi(inside, "GET", path, undefined, asBot);
    const [first, second] = inside.players.all;
    expect(await see("/guilds/30")).toMatchObject({
      status: 200,
      body: { name: "Reef", owner_id: first?.id, roles: [{ id: "30" }, { name: "Crew" }, { managed: true }] },
    });
    expect((await see("/guilds/30/roles")).body).toMatchObject([
      { id: "30" },
      { name: "Crew" },
      { managed: true },
    ]);
    expect((await see("/guilds/30/channels")).body).toMatchObject([{ name: "general", type: 0 }]);
    expect(await see(`/guilds/30/members/${second?.id}`)).toMatchObject({
      body: { user: { id: second?.id }, roles: [expect.any(String)] },
    });
    await expect(see("/guilds/30/members/5")).rejects.toMatchObject({ status: 404, body: { code: 10_007 } });
  });

  it("lists its members in pages, including the bot, if the application has the intent", async () => {
    const guild = { id: "30", name: "Reef" };
    const inside = new World({
      world: {
        players: ["Ada", "Grace"],
        applications: [{ id: "9223372036854775806", privilegedIntents: true }, { id: "6" }],
        guilds: [guild],
      },
    });
    const [first, second] = inside.players.all;
    const bot = inside.applications[0];
    const see = (query: string, caller: object = {}) =>
      callApi(inside, "GET", `/guilds/30/members${query}`, undefined, caller);
    const idsIn = async (query: string) =>
      ((await see(query)).body as readonly { readonly user: Listed }[]).map(({ user }) => user.id);
    expect(await idsIn("?limit=1000")).toEqual([first?.id, second?.id, bot.id]);
    expect(await idsIn("")).toEqual([first?.id]);
    expect(await idsIn(`?limit=2&after=${first?.id}`)).toEqual([second?.id, bot.id]);
    expect((await see(`/${bot.id}`)).body).toMatchObject({
      user: { id: bot.id, bot: true },
      roles: [bot.id],
    });
    await expect(see("?limit=1001")).rejects.toMatchObject({ status: 400, body: { code: 50_035 } });
    await expect(see("", { application: inside.applications[1] })).rejects.toMatchObject({
      status: 403,
      body: { code: 50_001 },
    });
  });

  it("finds its members by name prefix", async () => {
    const inside = new World({
      world: {
        players: ["Ada", "Adam", "Grace"],
        guilds: [
          { id: "30", name: "Reef", members: [{ player: "Ada" }, { player: "Adam" }, { player: "Grace" }] },
        ],
      },
    });
    const see = (query: string) =>
      callApi(inside, "GET", `/guilds/30/members/search${query}`, undefined, asBot);
    const namesIn = async (query: string) =>
      ((await see(query)).body as readonly { readonly user: { readonly username: string } }[]).map(
        ({ user }) => user.username,
      );
    expect(await namesIn("?query=ADA&limit=10")).toEqual(["ada", "adam"]);
    expect(await namesIn("?query=ada")).toEqual(["ada"]);
    expect(await namesIn("?query=nobody")).toEqual([]);
    await expect(see("")).rejects.toMatchObject({ status: 400, body: { code: 50_035 } });
    await expect(see("?query=a&limit=1001")).rejects.toMatchObject({ status: 400 });
  });

  it("is unavailable if it is unknown or the caller is a player or another bot", async () => {
    await expect(ask("/guilds/1", as())).rejects.toMatchObject({ status: 401 });
    await expect(ask("/guilds/4")).rejects.toMatchObject({ status: 403, body: { code: 50_001 } });
    await expect(ask("/guilds/99")).rejects.toMatchObject({ status: 404, body: { code: 10_004 } });
  });
});
