import { beforeEach, describe, expect, it } from "vitest";
import { actionNames, trigger } from "../../../../src/emulator/server/triggers.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import type { WorldEvent } from "../../../../src/emulator/state/world-events.ts";

let world: World;
let emitted: WorldEvent[];
beforeEach(() => {
  const quest = { url: "https://example.com/quest" };
  const guild = {
    id: "77",
    name: "Reef",
    roles: [
      { id: "78", name: "Diver" },
      { id: "79", name: "Captain" },
    ],
  };
  const applications = [{ id: "10", quest }, { id: "11" }];
  const example = {
    id: "1000000000000002",
    name: "Example Guild",
    owner: "Ada",
    channels: [{ name: "general" }],
  };
  world = new World({ world: { applications, players: ["Ada", "Grace"], guilds: [example, guild] } });
  emitted = [];
  world.worldEvents.listen((event) => void emitted.push(event));
});

const happen = (event: string, fields?: object, more: object = {}) =>
  trigger(world, { event, fields, ...more }) as { readonly id?: string };
const names = () => emitted.map(({ name }) => name);
const ada = () => world.players.find("Ada") ?? expect.unreachable();
const guildOf = (id: string) => world.guilds.byId(id) ?? expect.unreachable();

it.each([
  ["entitlement.create", "sku", { player: "Ada" }],
  ["subscription.create", "sku", { player: "Ada", sku: "" }],
  ["subscription.cancel", "subscription", {}],
  ["entitlement.delete", "entitlement", {}],
])("rejects %s without %s and explains how to get the id", (event, field, given) => {
  expect(() => happen(event, given)).toThrow(
    expect.objectContaining({
      code: "invalid_id",
      hint: expect.stringContaining(`Pass ${field}=<id>`) as string,
    }),
  );
});

/** Adds a game that can be joined. Returns the events that it receives. */
function showActivity(): unknown[] {
  const heard: unknown[] = [];
  const activity = { type: 0, secrets: { join: "secret-7" } };
  const dispatch = (event: string, data: object) => heard.push([event, data]) > 0;
  world.presences.add({ application: world.applications[0], player: ada(), pid: 7, activity, dispatch });
  return heard;
}

/** Tests each event's notification and effects. */
const rows: Readonly<Record<string, () => void>> = {
  "entitlement.create": () => {
    expect(happen("entitlement.create", { player: "Ada", sku: "5" }, { application: "11" })).toMatchObject({
      sku_id: "5",
      application_id: "11",
      user_id: ada().id,
    });
    expect(names()).toEqual(["ENTITLEMENT_CREATE"]);
    const ofGuild = happen("entitlement.create", { player: "Ada", sku: "5", guild: "Reef" });
    expect(ofGuild).toMatchObject({ user_id: ada().id, guild_id: "77" });
  },
  "entitlement.delete": () => {
    const { id } = happen("entitlement.create", { player: "Ada", sku: "5" });
    expect(happen("entitlement.delete", { entitlement: id })).toMatchObject({ deleted: true });
    expect(world.applications[0].entitlements).toMatchObject([{ id, deleted: true }]);
  },
  "subscription.create": () => {
    expect(happen("subscription.create", { player: "Ada", sku: "5" })).toMatchObject({ canceled_at: null });
    expect(names()).toEqual(["ENTITLEMENT_CREATE", "SUBSCRIPTION_CREATE"]);
  },
  "subscription.cancel": () => {
    const { id } = happen("subscription.create", { player: "Ada", sku: "5" });
    expect(happen("subscription.cancel", { subscription: id })).toMatchObject({ renewal_sku_ids: null });
  },
  "subscription.end": () => {
    const { id } = happen("subscription.create", { player: "Ada", sku: "5" });
    expect(happen("subscription.end", { subscription: id })).toMatchObject({ id });
    expect(world.applications[0].entitlements).toMatchObject([{ endsAt: expect.stringMatching(/Z$/) }]);
  },
  "member.add": () => {
    happen("member.add", { guild: "Reef", player: "Kim", nick: "K", roles: "Diver,Captain" });
    expect(guildOf("77").member(world.players.find("Kim") ?? expect.unreachable())).toMatchObject({
      nick: "K",
      roles: ["78", "79"],
    });
    expect(names()).toEqual(["GUILD_MEMBER_ADD"]);
  },
  "member.edit": () => {
    happen("member.edit", { player: "Ada", nick: "A" });
    expect(guildOf("1000000000000002").member(ada())).toMatchObject({ nick: "A" });
  },
  "member.remove": () => {
    happen("member.remove", { guild: "77", player: "Ada" });
    expect(guildOf("77").member(ada())).toBeUndefined();
  },
  "application.deauthorize": () => {
    happen("application.deauthorize", { player: "Ada" });
    expect(emitted).toMatchObject([{ name: "APPLICATION_DEAUTHORIZED", data: { user: { id: ada().id } } }]);
  },
  "quest.enroll": () => {
    happen("quest.enroll", { player: "Ada" });
    expect(world.applications[0].quest?.progress).toMatchObject([{ player: "Ada" }]);
  },
  "quest.complete": () => {
    happen("quest.complete", { player: "Ada" });
    expect(world.applications[0].quest?.of("Ada")?.completedAt).toBeDefined();
  },
  "friend.add": () => {
    happen("friend.add", { player: "Ada", friend: "Kim" });
    expect(world.friendships.of(ada())).toMatchObject([{ name: "Kim" }]);
  },
  "friend.remove": () => {
    happen("friend.add", { player: "Ada", friend: "Kim" });
    happen("friend.remove", { player: "Kim", friend: "Ada" });
    expect(world.friendships.of(ada())).toEqual([]);
  },
  "presence.ask-to-join": () => {
    const heard = showActivity();
    expect(happen("presence.ask-to-join", { player: "Grace" })).toMatchObject({
      answer: "pending",
      games: 1,
    });
    expect(heard).toMatchObject([["ACTIVITY_JOIN_REQUEST", { user: { global_name: "Grace" } }]]);
  },
  "presence.join": () => {
    const heard = showActivity();
    expect(happen("presence.join", { secret: "secret-7" })).toEqual({ games: 1 });
    expect(heard).toEqual([["ACTIVITY_JOIN", { secret: "secret-7" }]]);
  },
  "fault.add": () => {
    happen("fault.add", { path: "/a.b", answer: "rate-limited", times: "2", retryAfterSeconds: "0.5" });
    expect(world.faults.all).toMatchObject([{ answer: "rate-limited", times: 2, retryAfterSeconds: 0.5 }]);
    expect(world.faults.all[0]?.path?.test("/aXb")).toBe(false);
  },
  "fault.end": () => {
    happen("fault.add", { latencyMs: "5" });
    happen("fault.end");
    expect(world.faults.all).toEqual([]);
  },
  "time.advance": () => {
    expect(happen("time.advance", { time: "16m" })).toEqual({});
    expect(world.clock.aheadMs).toBe(960_000);
  },
};

describe("trigger", () => {
  it("has a test for every event", () => {
    expect(Object.keys(rows).toSorted()).toEqual(actionNames.toSorted());
  });

  it.each(actionNames)("supports %s", (name) => rows[name]?.());

  it("accepts a service event's data under either of the event's names", () => {
    const user = { id: "5", username: "kim", discriminator: "0", global_name: null, avatar: null };
    happen("application.deauthorized", undefined, { data: { user } });
    happen("APPLICATION_DEAUTHORIZED", undefined, { data: { user }, application: "11" });
    expect(emitted.map(({ name, applicationId }) => [name, applicationId])).toEqual([
      ["APPLICATION_DEAUTHORIZED", "10"],
      ["APPLICATION_DEAUTHORIZED", "11"],
    ]);
  });

  it.each([
    ["entitlement.create", { player: "Ada" }, "fields.sku is missing"],
    ["entitlement.create", { player: "Ada", sku: "5", count: "2" }, "fields.count does not exist"],
    ["entitlement.create", "Ada", "fields is a string"],
    ["member.add", { guild: "Nowhere", player: "Kim" }, 'There is no guild "Nowhere"'],
    ["member.edit", { guild: "77", player: "Ada", roles: "Divers" }, "which is not a role in the guild"],
    ["application.deauthorize", { player: "Nobody" }, 'There is no player named "Nobody"'],
    ["fault.add", { times: "many" }, "fault.times is NaN"],
    ["fault.end", { path: "/" }, "fields.path does not exist"],
    ["constructor", {}, '"constructor" is not an event'],
  ])("rejects %s with %j and changes nothing", (event, fields, words) => {
    expect(() => happen(event, fields as object)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(words) }),
    );
    expect(emitted).toEqual([]);
  });

  it("rejects an unknown application, event or Quest", () => {
    expect(() => happen("fault.end", {}, { application: "12" })).toThrow("no application with the id 12");
    expect(() => happen("no.such", undefined, { data: {} })).toThrow("not a supported service event");
    expect(() => happen("quest.enroll", { player: "Ada" }, { application: "11" })).toThrow("has no Quest");
    expect(() => trigger(new World({}), { event: "member.remove", fields: { player: "Ada" } })).toThrow(
      "No guild exists.",
    );
  });
});
