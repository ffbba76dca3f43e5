import { expect, it } from "vitest";
import { openRoom } from "../../../setup/activity/open-room.ts";

const scopes = "identify guilds.members.read relationships.read";
const events = [
  "CURRENT_USER_UPDATE",
  "CURRENT_GUILD_MEMBER_UPDATE",
  "ENTITLEMENT_CREATE",
  "RELATIONSHIP_UPDATE",
  "QUEST_ENROLLMENT_STATUS_UPDATE",
];

/** Ada and Grace play an application with a Quest; a second application has another Quest. */
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

it("receives updates only of its player's name and of their nickname in the guild", async () => {
  const { ada, grace, world } = await open();
  world.players.rename(ada.window.player, "countess");
  world.guilds.byId("20")?.editMember("Ada", { nick: "Captain" });
  world.guilds.findOrAdd("21").editMember("Ada", { nick: "Elsewhere" });
  const { id } = ada.window.player;
  expect(ada.page.heard("CURRENT_USER_UPDATE")).toMatchObject([{ id, username: "countess" }]);
  expect(ada.page.heard("CURRENT_GUILD_MEMBER_UPDATE")).toEqual([
    { user_id: id, nick: "Captain", guild_id: "20" },
  ]);
  expect(grace.page.came.filter(({ cmd }) => cmd === "DISPATCH").map(({ evt }) => evt)).toEqual(["READY"]);
});

it("receives new entitlements of its player and guild, but not of other applications", async () => {
  const { ada, grace, world } = await open();
  const bought = world.shop.buy({ player: "Ada", sku: "7" });
  world.shop.buy({ player: "Ada", sku: "7", application: world.applications[1] });
  for (const guild of ["20", "21"]) world.shop.buy({ player: "Linus", guild, sku: "8" });
  const { type: _, ...described } = bought;
  expect(ada.page.heard("ENTITLEMENT_CREATE")).toMatchObject([
    { entitlement: { ...described, user_id: ada.window.player.id, gift_code_flags: 0 } },
    { entitlement: { sku_id: "8" } },
  ]);
  expect(grace.page.heard("ENTITLEMENT_CREATE")).toMatchObject([{ entitlement: { sku_id: "8" } }]);
});

it("receives changes of a friendship with the friend's activity, on both sides", async () => {
  const { ada, grace, world } = await open();
  const [one, other] = [ada.window.player, grace.window.player];
  grace.window.report.status = { state: "Winning" };
  world.friendships.set(one, other, true);
  world.friendships.set(one, world.players.findOrAdd("Linus"), true);
  world.friendships.set(one, other, false);
  const activity = { name: "Example Game", application_id: "10", state: "Winning" };
  const online = { presence: { status: "online", activity } };
  expect(ada.page.heard("RELATIONSHIP_UPDATE")).toMatchObject([
    { type: 1, user: { id: other.id }, ...online },
    { type: 1, user: { global_name: "Linus" } },
    { type: 0, user: { id: other.id }, ...online },
  ]);
  expect(ada.page.heard("RELATIONSHIP_UPDATE")[1]).not.toHaveProperty("presence");
  expect(grace.page.heard("RELATIONSHIP_UPDATE")).toMatchObject([
    { type: 1, user: { id: one.id }, presence: { status: "online", activity: null } },
    { type: 0, user: { id: one.id } },
  ]);
});

it("receives its player's enrollment in the application's Quest", async () => {
  const { ada, grace, world } = await open();
  const [first, second] = world.applications;
  first.quest?.enroll("Ada");
  second?.quest?.enroll("Ada");
  const enrolled_at = first.quest?.of("Ada")?.enrolledAt.slice(0, 10);
  expect(ada.page.heard("QUEST_ENROLLMENT_STATUS_UPDATE")).toEqual([
    { quest_id: "80", is_enrolled: true, enrolled_at },
  ]);
  expect(grace.page.heard("QUEST_ENROLLMENT_STATUS_UPDATE")).toEqual([]);
});

it("closes only the connection of the player who revokes the authorization", async () => {
  const { ada, grace, world } = await open();
  const [own, other] = world.applications;
  world.deauthorize(ada.window.player.id, other?.id ?? "");
  expect(ada.page.closed()).toBeUndefined();
  world.deauthorize(ada.window.player.id, own.id);
  expect([ada.page.closed()?.code, grace.page.closed()]).toEqual([4003, undefined]);
});
