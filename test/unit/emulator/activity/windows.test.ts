import { beforeEach, describe, expect, it } from "vitest";
import { openActivityPage } from "../../../setup/activity/activity-page.ts";
import { type Invitation, Invitations } from "../../../../src/emulator/activity/invitations.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";

describe("windows", () => {
  let { world, windows, join } = openRoom();
  beforeEach(() => {
    ({ world, windows, join } = openRoom({ applications: [{}, {}] }, null));
  });

  it("are found by ticket but not by id", () => {
    const [first, second] = [join("Ada"), join("Grace")];
    expect(windows.find(first.ticket)).toBe(first);
    expect(windows.find(first.id)).toBeUndefined();
    expect(windows.all).toEqual([first, second]);
    expect(windows.of(first.instance.instance_id)).toEqual([first, second]);
    expect(windows.of("i-0")).toEqual([]);
  });

  it("add and remove the instance's players", () => {
    const { players } = world;
    const [first, second] = [join("Ada"), join("Grace")];
    const [ada, grace] = players.all.map(({ id }) => id);
    expect(first.instance.users).toEqual([ada, grace]);
    first.close();
    first.close();
    expect(second.instance.users).toEqual([grace]);
    expect(windows.all).toEqual([second]);
    second.close();
    expect(world.activities.of(second.application.id)).toEqual([]);
    expect(() => join("Ada", { instanceId: second.instance.instance_id })).toThrow(
      expect.objectContaining({ code: "unknown_activity" }),
    );
  });

  it("keep a player in the instance while the player has another window open", () => {
    const [first, second] = [join("Ada"), join("Ada")];
    expect(first.instance.users).toHaveLength(1);
    first.close();
    expect(second.instance.users).toHaveLength(1);
  });

  it("reject an unknown instance and an instance of another application", () => {
    const [, application = expect.unreachable()] = world.applications;
    for (const wrong of [{ application }, { instanceId: "i-0" }])
      expect(() => join("Ada", wrong)).toThrow(expect.objectContaining({ code: "unknown_activity" }));
    expect(windows.all).toEqual([]);
  });

  it("are limited to 200, and opening another closes the oldest", () => {
    const opened = Array.from({ length: 201 }, () => join("Ada"));
    expect(windows.all).toHaveLength(200);
    expect(opened.map(({ isClosed }) => isClosed).lastIndexOf(true)).toBe(0);
  });

  it("close when the emulator closes", () => {
    const pages = [join("Ada"), join("Grace")].map((window) => openActivityPage(window));
    windows.close();
    expect(pages.map((page) => [page.closed()?.code, page.ended()])).toEqual([
      [1000, 1],
      [1000, 1],
    ]);
  });

  it("notify subscribers when participants join or leave", async () => {
    const page = openActivityPage(join("Ada"));
    const silent = openActivityPage(join("Grace"));
    await page.run("SUBSCRIBE", undefined, "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE");
    join("Barbara").close();
    const updates = page.received("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE") as {
      participants: { username: string }[];
    }[];
    expect(updates.map(({ participants }) => participants.map(({ username }) => username))).toEqual([
      ["ada", "grace", "barbara"],
      ["ada", "grace"],
    ]);
    await page.run("UNSUBSCRIBE", undefined, "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE");
    join("Barbara");
    expect(page.received("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE")).toHaveLength(2);
    expect(silent.came.map(({ evt }) => evt)).toEqual(["READY"]);
  });
});

it("keeps invitations to an instance until the player joins it", () => {
  const { world } = openRoom();
  const [ada, grace] = [world.players.findOrAdd("Ada"), world.players.findOrAdd("Grace")];
  const invite = (instanceId: string, content: string): Invitation => {
    return { from: ada, to: grace, applicationId: "1", instanceId, content };
  };
  const invitations = new Invitations();
  const [first, second, other] = [invite("a", "1"), invite("a", "2"), invite("b", "3")];
  for (const one of [first, second, other]) invitations.send(one);
  expect([invitations.to(grace), invitations.to(ada)]).toEqual([[first, second, other], []]);
  expect(invitations.take(ada, "a")).toBeUndefined();
  expect(invitations.take(grace, "a")).toBe(second);
  expect(invitations.to(grace)).toEqual([other]);
});

const scopes = "identify guilds.members.read relationships.read";
const events = [
  "CURRENT_USER_UPDATE",
  "CURRENT_GUILD_MEMBER_UPDATE",
  "ENTITLEMENT_CREATE",
  "RELATIONSHIP_UPDATE",
  "QUEST_ENROLLMENT_STATUS_UPDATE",
];

/** Opens an application with a Quest for Ada and Grace. A second application has a different Quest. */
async function open() {
  const quest = { id: "80", url: "https://example.com" };
  const room = openRoom({
    applications: [
      { id: "10", quest },
      { id: "11", quest: { ...quest, id: "81" } },
    ],
  });
  const [ada, grace] = [await room.play(scopes), await room.play(scopes, "Grace")];
  for (const { page } of [ada, grace])
    for (const event of events) await page.run("SUBSCRIBE", { guild_id: "20" }, event);
  return { ...room, ada, grace };
}

it("sends name and guild nickname updates only to the player's own page", async () => {
  const { ada, grace, world } = await open();
  world.players.rename(ada.window.player, "countess");
  world.guilds.byId("20")?.editMember("Ada", { nick: "Captain" });
  world.guilds.findOrAdd("21").editMember("Ada", { nick: "Elsewhere" });
  const { id } = ada.window.player;
  expect(ada.page.received("CURRENT_USER_UPDATE")).toMatchObject([{ id, username: "countess" }]);
  expect(ada.page.received("CURRENT_GUILD_MEMBER_UPDATE")).toEqual([
    { user_id: id, nick: "Captain", guild_id: "20" },
  ]);
  expect(grace.page.came.filter(({ cmd }) => cmd === "DISPATCH").map(({ evt }) => evt)).toEqual(["READY"]);
});

it("sends a page new entitlements for its player, guild and application", async () => {
  const { ada, grace, world } = await open();
  const bought = world.shop.buy({ player: "Ada", sku: "7" });
  world.shop.buy({ player: "Ada", sku: "7", application: world.applications[1] });
  for (const guild of ["20", "21"]) world.shop.buy({ player: "Linus", guild, sku: "8" });
  const { type: _, ...described } = bought;
  expect(ada.page.received("ENTITLEMENT_CREATE")).toMatchObject([
    { entitlement: { ...described, user_id: ada.window.player.id, gift_code_flags: 0 } },
    { entitlement: { sku_id: "8" } },
  ]);
  expect(grace.page.received("ENTITLEMENT_CREATE")).toMatchObject([{ entitlement: { sku_id: "8" } }]);
});

it("sends friendship changes, with the friend's activity, to both players", async () => {
  const { ada, grace, world } = await open();
  const [one, other] = [ada.window.player, grace.window.player];
  grace.window.report.status = { state: "Winning" };
  world.friendships.set(one, other, true);
  world.friendships.set(one, world.players.findOrAdd("Linus"), true);
  world.friendships.set(one, other, false);
  const activity = { name: "Example Game", application_id: "10", state: "Winning" };
  const online = { presence: { status: "online", activity } };
  expect(ada.page.received("RELATIONSHIP_UPDATE")).toMatchObject([
    { type: 1, user: { id: other.id }, ...online },
    { type: 1, user: { global_name: "Linus" } },
    { type: 0, user: { id: other.id }, ...online },
  ]);
  expect(ada.page.received("RELATIONSHIP_UPDATE")[1]).not.toHaveProperty("presence");
  expect(grace.page.received("RELATIONSHIP_UPDATE")).toMatchObject([
    { type: 1, user: { id: one.id }, presence: { status: "online", activity: null } },
    { type: 0, user: { id: one.id } },
  ]);
});

it("sends a page its player's enrollment in the application's Quest", async () => {
  const { ada, grace, world } = await open();
  const [first, second] = world.applications;
  first.quest?.enroll("Ada");
  second?.quest?.enroll("Ada");
  const enrolled_at = first.quest?.of("Ada")?.enrolledAt.slice(0, 10);
  expect(ada.page.received("QUEST_ENROLLMENT_STATUS_UPDATE")).toEqual([
    { quest_id: "80", is_enrolled: true, enrolled_at },
  ]);
  expect(grace.page.received("QUEST_ENROLLMENT_STATUS_UPDATE")).toEqual([]);
});

it("closes only the connection of the player who revokes authorization", async () => {
  const { ada, grace, world } = await open();
  const [own, other] = world.applications;
  world.deauthorize(ada.window.player.id, other?.id ?? "");
  expect(ada.page.closed()).toBeUndefined();
  world.deauthorize(ada.window.player.id, own.id);
  expect([ada.page.closed()?.code, grace.page.closed()]).toEqual([4003, undefined]);
});
