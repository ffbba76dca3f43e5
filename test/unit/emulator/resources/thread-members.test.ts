import { describe, expect, it, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import type { ThreadMember } from "../../../../src/wire/guild.ts";
import { askApi } from "../../../setup/emulator/api.ts";

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
          { id: "13", name: "quiet", type: 12, parent: "general" },
        ],
        members: [{ player: "Diver 0", nick: "First" }],
      },
    ],
  },
});
const get = async (path: string, version?: number) =>
  (await askApi(world, "GET", `/channels/${path}`, undefined, {}, version)).body;
const list = async (query: string, version?: number) =>
  (await get(`12/thread-members${query}`, version)) as ThreadMember[];
const ids = (members: readonly ThreadMember[]) => members.map(({ user_id }) => Number(user_id));

describe("thread members", () => {
  it("are returned all at once in version 10, regardless of the requested page", async () => {
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

  it("are returned in pages with guild members, and always in version 11", async () => {
    expect(await list("?with_member=true")).toHaveLength(100);
    expect(await list("", 11)).toHaveLength(100);
    expect(ids(await list("?after=1099", 11))).toEqual(
      Array.from({ length: 30 }, (_, index) => 1100 + index),
    );
    expect(ids(await list("?with_member=1&limit=2&after=1001"))).toEqual([1002, 1003]);
    expect(await list("?after=0&limit=100", 11)).toHaveLength(100);
  });

  it("include the guild member, unless the user has left the guild", async () => {
    const [first, second] = await list("?with_member=true&limit=2");
    expect(first?.member).toMatchObject({ nick: "First", roles: [], user: { id: "1000" }, deaf: false });
    expect(first?.member).not.toHaveProperty("permissions");
    expect(second).not.toHaveProperty("member");
  });

  it("can be empty", async () => {
    expect(await get("13/thread-members?with_member=true")).toEqual([]);
  });

  it.each(["limit=0", "limit=101", "limit=x", "limit=1.5", "after=x", "after=-1", "with_member=maybe"])(
    "cannot be requested with %s",
    async (query) => {
      const [name = ""] = query.split("=");
      await expect(list(`?${query}`, 11)).rejects.toMatchObject({
        status: 400,
        body: { code: 50_035, errors: { [name]: { _errors: [{}] } } },
      });
    },
  );
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
