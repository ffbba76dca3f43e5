import { expect, it, test } from "vitest";
import { limitedAnswer, WaitBudget } from "../../../../src/core/request/wait-budget.ts";
import { passWaits } from "../../../setup/pass-waits.ts";

test("reports waits in whole milliseconds", async () => {
  const waits: unknown[] = [];
  const budget = new WaitBudget("Asking", undefined, {
    maxWaitMs: 100,
    onWait: (wait) => waits.push(wait),
  });
  await budget.wait(0.4, "bucket");
  expect(waits).toEqual([{ operation: "Asking", reason: "bucket", durationMs: 1 }]);
  expect(budget.remainingMs).toBe(99);
});

test("adds up waits and includes the next wait in the error if the sum is too long", async () => {
  const budget = new WaitBudget("Asking", undefined, { maxWaitMs: 2 });
  await budget.wait(2, "bucket");
  await expect(budget.wait(1500, "global")).rejects.toMatchObject({
    code: "rate_limited",
    retryable: true,
    retryAfter: 1.5,
    message: expect.stringContaining("another 1.5 s (global)") as string,
  });
});

test("stops waiting if the call is aborted", async () => {
  const budget = new WaitBudget("Asking", AbortSignal.abort(), { maxWaitMs: 1 });
  await expect(budget.wait(1, "bucket")).rejects.toMatchObject({ code: "aborted" });
});

test("allows a retry only if there is time for its delay", async () => {
  const budget = new WaitBudget("Asking", undefined, { maxWaitMs: 124 });
  expect(await budget.repeat()).toBe(false);
  const longer = new WaitBudget("Asking", undefined, { maxWaitMs: 250, ...passWaits() });
  expect(await longer.repeat()).toBe(true);
});

const answer = (status: number, body: object, given: Record<string, string> = {}) => ({
  status,
  headers: new Headers(given),
  text: JSON.stringify(body),
});

it.each([
  ["a success", answer(200, {}), undefined],
  ["an exhausted bucket", answer(429, { retry_after: 1.5 }), { durationMs: 1500, isGlobal: false }],
  ["the global limit", answer(429, { retry_after: 1, global: true }), { durationMs: 1000, isGlobal: true }],
  [
    "the global limit in a header",
    answer(429, {}, { "x-ratelimit-global": "true", "retry-after": "2" }),
    { durationMs: 2000, isGlobal: true },
  ],
  ["no delay", answer(429, {}), { durationMs: 5000, isGlobal: false }],
  [
    "the daily limit on creates, which does not affect other requests",
    answer(429, { code: 30_034 }),
    undefined,
  ],
])("parses a response's limits: %s", (_, given, block) => {
  expect(limitedAnswer(given).block).toEqual(block);
});
