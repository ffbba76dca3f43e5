import { describe, expect, it } from "vitest";
import { MemberRequests } from "../../../../src/emulator/gateway/member-requests.ts";
import { GatewaySession } from "../../../../src/emulator/gateway/sessions.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { GatewayIntent } from "../../../../src/wire/gateway.ts";
import { collect } from "../../../setup/emulator/gateway-session.ts";

const world = new World({
  world: {
    players: [
      { id: "1", name: "Ada" },
      { id: "2", name: "Grace" },
      { id: "3", name: "Outsider" },
    ],
    applications: [{ guilds: ["11", "12"] }],
    guilds: [
      { id: "11", name: "Divers", members: [{ player: "Ada", nick: "Countess" }, { player: "Grace" }] },
      { id: "12", name: "Everybody" },
      { id: "13", name: "Elsewhere" },
    ],
  },
});
const [application] = world.applications;

function ask(d: unknown, intents: number = GatewayIntent.GuildMembers, requests = new MemberRequests(world)) {
  const session = new GatewaySession({ application, intents, shard: [0, 1] });
  const outlet = collect();
  session.outlet = outlet;
  requests.answer(session, d);
  return outlet.messages;
}

const all = { guild_id: "11", query: "", limit: 0 };
const namesIn = ([message]: ReturnType<typeof ask>) =>
  ((message?.d["members"] ?? []) as { user: { global_name: string } }[]).map(({ user }) => user.global_name);

describe("MemberRequests", () => {
  it("sends all members of a guild in the gateway's format", () => {
    const [message] = ask({ ...all, nonce: "n" });
    expect(message).toMatchObject({
      t: "GUILD_MEMBERS_CHUNK",
      d: {
        guild_id: "11",
        chunk_index: 0,
        chunk_count: 1,
        nonce: "n",
        members: [
          { user: { id: "1" }, nick: "Countess", roles: [], deaf: false },
          { user: { id: "2" }, nick: null },
        ],
      },
    });
    expect(message?.d["members"]).not.toHaveProperty("0.permissions");
  });

  it("sends chunks of 1,000 members", () => {
    const many = Array.from({ length: 2_001 }, (_, index) => ({ player: `Player ${index}` }));
    const players = many.map(({ player }) => player);
    const crowd = new World({ world: { players, guilds: [{ id: "11", name: "Crowd", members: many }] } });
    const messages = ask(all, GatewayIntent.GuildMembers, new MemberRequests(crowd));
    expect(
      messages.map(({ d }) => [d["chunk_index"], d["chunk_count"], (d["members"] as []).length]),
    ).toEqual([
      [0, 3, 1_000],
      [1, 3, 1_000],
      [2, 3, 1],
    ]);
  });

  it("finds members by a case-insensitive name prefix, up to the limit", () => {
    expect(namesIn(ask({ guild_id: "11", query: "gr", limit: 0 }, 0))).toEqual(["Grace"]);
    expect(namesIn(ask({ guild_id: "11", query: "COUNT" }, 0))).toEqual(["Ada"]);
    expect(namesIn(ask({ guild_id: "12", query: "", limit: 2 }, 0))).toEqual(["Ada", "Grace"]);
    expect(namesIn(ask({ guild_id: "12", query: "x", limit: 5000 }, 0))).toEqual([]);
  });

  it("finds members by id and lists the ids that were not found", () => {
    const [message] = ask({ guild_id: "11", user_ids: ["2", "3"] }, 0);
    expect(message?.d).toMatchObject({ members: [{ user: { id: "2" } }], not_found: ["3"] });
    expect(namesIn(ask({ guild_id: "11", user_ids: "1" }, 0))).toEqual(["Ada"]);
  });

  it("limits requests for all members to one per guild and bot every 30 seconds, across sessions", () => {
    const requests = new MemberRequests(world);
    const again = (guild: string, nonce?: string) =>
      ask(
        { ...all, guild_id: guild, ...(nonce !== undefined && { nonce }) },
        GatewayIntent.GuildMembers,
        requests,
      );
    expect(again("11")).toMatchObject([{ t: "GUILD_MEMBERS_CHUNK" }]);
    expect(again("12")).toMatchObject([{ t: "GUILD_MEMBERS_CHUNK" }]);
    world.clock.advance(20_000);
    const [limited] = again("11", "mine");
    expect(limited).toMatchObject({
      t: "RATE_LIMITED",
      d: { opcode: 8, meta: { guild_id: "11", nonce: "mine" } },
    });
    expect(limited?.d["retry_after"]).toBeGreaterThan(0);
    expect(limited?.d["retry_after"]).toBeLessThanOrEqual(10);
    expect(again("11")[0]?.d["meta"]).toEqual({ guild_id: "11" });
    expect(ask({ guild_id: "11", query: "a" }, 0, requests)).toMatchObject([{ t: "GUILD_MEMBERS_CHUNK" }]);
    world.clock.advance(10_000);
    expect(again("11")).toMatchObject([{ t: "GUILD_MEMBERS_CHUNK" }]);
  });

  it("does not respond without the intent or for a guild without the bot", () => {
    expect(ask(all, 0)).toEqual([]);
    expect(ask({ ...all, guild_id: "13" })).toEqual([]);
    expect(ask({ ...all, guild_id: "99" })).toEqual([]);
  });

  it("omits a nonce that is too long", () => {
    expect(ask({ ...all, nonce: "x".repeat(33) })[0]?.d).not.toHaveProperty("nonce");
  });

  it.each([
    ["a value that is not an object", 5],
    ["a missing guild", { query: "", limit: 0 }],
    ["several guilds", { guild_id: ["11"], query: "", limit: 0 }],
    ["a request with neither query nor ids", { guild_id: "11", limit: 0 }],
    ["a query that is not a string", { guild_id: "11", query: 5 }],
    ["a negative limit", { guild_id: "11", query: "", limit: -1 }],
    ["ids that are not strings", { guild_id: "11", user_ids: [1] }],
    ["more than 100 ids", { guild_id: "11", user_ids: Array(101).fill("1") }],
  ])("closes the connection with 4001 for %s", (_, d) => {
    expect(() => ask(d)).toThrow("Unknown opcode.");
  });
});
