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
    await expect(list("?limit=201")).rejects.toMatchObject({ status: 400, body: { code: 50_035 } });
  });

  it("include counts on request", async () => {
    expect(await list("?with_counts=true&after=2")).toMatchObject([
      { id: "4", approximate_member_count: 3, approximate_presence_count: 3 },
      { id: "30", approximate_member_count: 2, approximate_presence_count: 2 },
    ]);
    expect((await list("?with_counts=false"))[0]).not.toHaveProperty("approximate_member_count");
  });

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
  const inside = new World({
    world: {
      players: ["Ada", "Adam", "Grace"],
      applications: [{ id: "9223372036854775806", privilegedIntents: true }, { id: "6" }, { guilds: [] }],
      guilds: [
        {
          id: "30",
          name: "Reef",
          owner: "Grace",
          roles: [{ name: "Crew" }],
          channels: [{ name: "general" }, { name: "deep", type: 11, parent: "general" }],
          members: [{ player: "Ada", roles: ["Crew"] }, { player: "Adam" }],
        },
      ],
    },
  });
  const [first, second, third] = inside.players.all.map(({ id }) => id);
  const [bot, unprivileged, elsewhere] = inside.applications;
  const see = async (path: string, caller: object = {}) =>
    (await callApi(inside, "GET", `/guilds/${path}`, undefined, caller)).body;
  const users = async (query: string) =>
    ((await see(`30/members${query}`)) as readonly { readonly user: { readonly id: string } }[]).map(
      ({ user }) => user.id,
    );

  it("has roles, and channels other than threads", async () => {
    const roles = [{ id: "30" }, { name: "Crew" }, { managed: true }];
    expect(await see("30")).toMatchObject({ name: "Reef", owner_id: third, roles });
    expect(await see("30/roles")).toMatchObject(roles);
    expect(await see("30/channels")).toMatchObject([{ name: "general", type: 0 }]);
  });

  it("lists its members in pages, including the bot, if the application has the intent", async () => {
    expect(await users("?limit=1000")).toEqual([first, second, third, bot.id]);
    expect(await users("")).toEqual([first]);
    expect(await users(`?limit=2&after=${second}`)).toEqual([third, bot.id]);
    expect(await see(`30/members/${first}`)).toMatchObject({ roles: [expect.any(String)] });
    expect(await see(`30/members/${bot.id}`)).toMatchObject({ user: { bot: true }, roles: [bot.id] });
    const refused = (status: number, code: number) => ({ status, body: { code } });
    await expect(see("30/members?limit=1001")).rejects.toMatchObject(refused(400, 50_035));
    await expect(see("30/members/5")).rejects.toMatchObject(refused(404, 10_007));
    const caller = { application: unprivileged };
    await expect(see("30/members", caller)).rejects.toMatchObject(refused(403, 50_001));
  });

  it("finds its members by name prefix", async () => {
    expect(await users("/search?query=ADA&limit=10")).toEqual([first, second]);
    expect(await users("/search?query=ada")).toEqual([first]);
    expect(await users("/search?query=nobody")).toEqual([]);
    await expect(users("/search")).rejects.toMatchObject({ status: 400, body: { code: 50_035 } });
  });

  it("is unavailable if it is unknown or the caller is a player or another bot", async () => {
    await expect(see("30", as())).rejects.toMatchObject({ status: 401 });
    const refused = { status: 403, body: { code: 50_001 } };
    await expect(see("30", { application: elsewhere })).rejects.toMatchObject(refused);
    await expect(see("99")).rejects.toMatchObject({ status: 404, body: { code: 10_004 } });
  });
});
