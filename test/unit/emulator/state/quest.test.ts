import { inspect } from "node:util";
import { expect, it } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { Quest, type QuestEnrollment, readQuestInit } from "../../../../src/emulator/state/quest.ts";

function create(init: object = {}) {
  const clock = new Clock();
  const quest = new Quest(readQuestInit({ url: "https://example.com", ...init }, "quest"), clock);
  const emitted: QuestEnrollment[] = [];
  quest.enrollments.listen((progress) => emitted.push(progress));
  return { quest, clock, emitted };
}

it("enrolls each player once, at the latest on completion", () => {
  const { quest, clock, emitted } = create({ id: "5", enrolled: ["Ada"] });
  const ada = quest.of("Ada") ?? expect.unreachable();
  clock.advance(1000);
  quest.enroll("Ada");
  expect(quest.of("Ada")).toBe(ada);
  expect(emitted).toEqual([]);
  quest.complete("Grace");
  const grace = quest.of("Grace") ?? expect.unreachable();
  expect(emitted).toEqual([{ player: "Grace", enrolledAt: grace.enrolledAt }]);
  expect(Date.parse(grace.completedAt ?? "") - Date.parse(ada.enrolledAt)).toBeGreaterThanOrEqual(1000);
  expect(quest.progress).toEqual([ada, grace]);
  expect(quest.save()).toEqual({ id: "5", url: "https://example.com", enrolled: ["Ada", "Grace"] });
  expect(inspect(quest)).toContain("https://example.com");
});

it("starts its timer only once and only for enrolled players", () => {
  const { quest, clock } = create({ enrolled: ["Ada"] });
  expect(quest.id).toMatch(/^\d+$/);
  expect([quest.start("Ada"), quest.start("Grace")]).toEqual([true, false]);
  const started = quest.of("Ada")?.startedAt;
  expect(started).toBeDefined();
  clock.advance(1000);
  expect(quest.start("Ada")).toBe(true);
  expect(quest.of("Ada")?.startedAt).toBe(started);
  expect(quest.of("Grace")).toBeUndefined();
});

it("rejects an invalid player name", () => {
  const { quest } = create();
  expect(quest.of("Nobody")).toBeUndefined();
  expect(() => quest.enroll("")).toThrow("player is an empty string, but must be");
  expect(() => readQuestInit({}, "quest")).toThrow("quest.url is missing, but must be");
});
