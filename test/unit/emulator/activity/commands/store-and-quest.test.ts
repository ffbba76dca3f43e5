import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";

const price = { amount: 499, currency: "usd" };
const skus = [
  { id: "7", name: "Pearl", price },
  { id: "8", name: "Reef Pass", type: 5, price } as const,
  { id: "9", name: "Not for sale yet" },
];
const entitlements = [
  { id: "70", player: "Ada", sku: "7" },
  { id: "71", player: "Grace", sku: "7" },
];
const openStore = async () => {
  const room = openRoom({ applications: [{ id: "10", skus, entitlements }] });
  return { ...room, ...(await room.play()) };
};

it("lists only priced SKUs and the player's own entitlements", async () => {
  const { page, window } = await openStore();
  const common = { price, application_id: "10", flags: 4, release_date: null };
  expect(await page.run("GET_SKUS_EMBEDDED")).toEqual({
    skus: [
      { id: "7", name: "Pearl", type: 3, ...common },
      { id: "8", name: "Reef Pass", type: 5, ...common, flags: 260 },
    ],
  });
  const { entitlements: owned } = await page.run("GET_ENTITLEMENTS_EMBEDDED");
  expect(owned).toMatchObject([
    { id: "70", sku_id: "7", application_id: "10", user_id: window.player.id, gift_code_flags: 0 },
  ]);
});

it("returns no SKUs or entitlements by default", async () => {
  const { page } = await openRoom().play();
  expect(await page.run("GET_SKUS_EMBEDDED")).toEqual({ skus: [] });
  expect(await page.run("GET_ENTITLEMENTS_EMBEDDED")).toEqual({ entitlements: [] });
  expect(await page.refusal("START_PURCHASE", { sku_id: "7" })).toEqual({
    code: 4000,
    message: "args.sku_id is not for sale here: add skus with a price to the emulator's application.",
  });
});

it("creates an entitlement for a purchase and notifies the Activity", async () => {
  const { world, page, window } = await openStore();
  await page.run("SUBSCRIBE", undefined, "ENTITLEMENT_CREATE");
  const answer = page.run("START_PURCHASE", { sku_id: "8" });
  const [prompt] = window.prompts.all;
  expect(prompt).toMatchObject({ kind: "purchase", sku: { name: "Reef Pass" } });
  prompt?.accept();
  const bought = await answer;
  expect(bought).toMatchObject([{ sku_id: "8", user_id: window.player.id }]);
  expect([page.received("ENTITLEMENT_CREATE")[0]?.["entitlement"]]).toEqual(bought);
  expect((await page.run("GET_ENTITLEMENTS_EMBEDDED"))["entitlements"]).toHaveLength(2);
  const [application] = world.applications;
  expect(world.shop.subscriptionsTo(application, "8")).toMatchObject([{ user_id: window.player.id }]);
});

it("shares a guild purchase with the guild's players and requires a guild", async () => {
  const world = { applications: [{ id: "10", skus: [{ id: "7", name: "Reef", price, forGuilds: true }] }] };
  const room = openRoom(world);
  const [ada, grace] = [await room.play(undefined, "Ada"), await room.play(undefined, "Grace")];
  const answer = ada.page.run("START_PURCHASE", { sku_id: "7" });
  ada.window.prompts.all[0]?.accept();
  const bought = await answer;
  expect(room.world.applications[0].entitlements).toMatchObject([{ sku: "7", guild: "20", player: "Ada" }]);
  expect(await grace.page.run("GET_ENTITLEMENTS_EMBEDDED")).toEqual({ entitlements: bought });
  const { page } = await openRoom(world, null).play();
  expect(await page.refusal("START_PURCHASE", { sku_id: "7" })).toEqual({
    code: 4000,
    message: "The SKU in args.sku_id can only be bought for a guild: open the Activity in a guild.",
  });
});

it("rejects a canceled purchase and an unknown SKU", async () => {
  const { page, window } = await openStore();
  const refusal = page.refusal("START_PURCHASE", { sku_id: "7", pid: 4 });
  window.prompts.all[0]?.deny();
  expect(await refusal).toEqual({ code: 5008, message: "Ada has canceled the purchase." });
  expect(await page.refusal("START_PURCHASE", { sku_id: "9" })).toEqual({
    code: 4000,
    message: "args.sku_id is not for sale here. Available SKUs: 7, 8.",
  });
});

const url = "https://example.com/quest";
const openQuest = async (scopes?: string) => {
  const room = openRoom({ applications: [{ id: "10", quest: { id: "80", url } }] });
  const [application] = room.world.applications;
  return { quest: application.quest ?? expect.unreachable(), ...(await room.play(scopes)) };
};

it("enrolls the player in a Quest, starts the timer and completes the Quest", async () => {
  const { page, quest } = await openQuest("identify");
  const status = () => page.run("GET_QUEST_ENROLLMENT_STATUS", { quest_id: "80" });
  expect(await status()).toEqual({ quest_id: "80", is_enrolled: false, enrolled_at: null });
  const whole = { quest_id: "80", external_cta_url: url };
  expect(await page.run("GET_QUEST")).toEqual({ ...whole, enrolled_at: null, completed_at: null });
  expect(await page.refusal("QUEST_START_TIMER", { quest_id: "80" })).toEqual({
    code: 4002,
    message: "User is not enrolled in quest",
  });
  quest.enroll("Ada");
  const enrolled_at = quest.of("Ada")?.enrolledAt;
  expect(await status()).toEqual({ quest_id: "80", is_enrolled: true, enrolled_at });
  expect(await page.run("QUEST_START_TIMER", { quest_id: "80" })).toEqual({ success: true });
  expect(quest.of("Ada")?.startedAt).toBeDefined();
  quest.complete("Ada");
  const completed_at = quest.of("Ada")?.completedAt;
  expect(await page.run("GET_QUEST")).toEqual({ ...whole, enrolled_at, completed_at });
});

it("rejects unknown Quests", async () => {
  const { page } = await openQuest("identify");
  const other = { quest_id: "81" };
  for (const command of ["GET_QUEST_ENROLLMENT_STATUS", "QUEST_START_TIMER"])
    expect(await page.refusal(command, other)).toEqual({ code: 4002, message: "Quest not found: 81" });
  const { page: without } = await openRoom().play("identify");
  expect(await without.refusal("GET_QUEST")).toEqual({
    code: 4002,
    message: "Quest not found: add a quest to the emulator's application",
  });
});
