import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";

const url = "https://example.com/quest";
const open = async (scopes?: string) => {
  const room = openRoom({ applications: [{ id: "10", quest: { id: "80", url } }] });
  const [application] = room.world.applications;
  return { quest: application.quest ?? expect.unreachable(), ...(await room.play(scopes)) };
};

it("enrolls in a Quest, starts its timer and completes it", async () => {
  const { page, quest } = await open("identify");
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

it("rejects unknown Quests, and any Quest without identify", async () => {
  const { page } = await open("identify");
  const other = { quest_id: "81" };
  for (const command of ["GET_QUEST_ENROLLMENT_STATUS", "QUEST_START_TIMER"]) {
    expect(await page.refusal(command, other)).toEqual({ code: 4002, message: "Quest not found: 81" });
    expect(await page.refusal(command)).toMatchObject({ code: 4000 });
  }
  const { page: without } = await openRoom().play("identify");
  expect(await without.refusal("GET_QUEST")).toEqual({
    code: 4002,
    message: "Quest not found: give the emulator's application one",
  });
  const { page: stranger } = await open();
  expect(await stranger.refusal("GET_QUEST")).toMatchObject({ code: 4006 });
});
