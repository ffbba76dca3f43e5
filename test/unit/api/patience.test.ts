import { expect, test } from "vitest";
import { Patience } from "../../../src/api/patience.ts";
import type { Claim } from "../../../src/api/rate-limiter.ts";

const release = () => undefined;

test("a place that is free is taken at once", async () => {
  const patience = new Patience("Asking", undefined, { maxWaitMs: 0 });
  expect(await patience.forPlace(() => ({ kind: "go", release }))).toBe(release);
});

test("waits are told, and end with a place", async () => {
  const waits: unknown[] = [];
  const patience = new Patience("Asking", undefined, { maxWaitMs: 100, onWait: (wait) => waits.push(wait) });
  const claims: Claim[] = [
    { kind: "wait", ms: 0.4, reason: "bucket" },
    { kind: "busy", changed: Promise.resolve() },
    { kind: "go", release },
  ];
  expect(await patience.forPlace(() => claims.shift() as Claim)).toBe(release);
  expect(waits).toEqual([{ operation: "Asking", reason: "bucket", ms: 1 }]);
});

test("waits add up, and what is too long fails with the time", async () => {
  const patience = new Patience("Asking", undefined, { maxWaitMs: 2 });
  const claims: Claim[] = [
    { kind: "wait", ms: 2, reason: "bucket" },
    { kind: "wait", ms: 1500, reason: "global" },
  ];
  await expect(patience.forPlace(() => claims.shift() as Claim)).rejects.toMatchObject({
    code: "rate_limited",
    retryable: true,
    retryAfter: 1.5,
    message: expect.stringContaining("2 s more (global)") as string,
  });
});

test("an abort ends it before a place is claimed, and while another is waited for", async () => {
  const aborted = new Patience("Asking", AbortSignal.abort(), { maxWaitMs: 0 });
  await expect(aborted.forPlace(() => expect.unreachable())).rejects.toMatchObject({ code: "aborted" });
  const stop = new AbortController();
  const patience = new Patience("Asking", stop.signal, { maxWaitMs: 0 });
  const waiting = patience.forPlace(() => ({ kind: "busy", changed: new Promise(() => undefined) }));
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
});

test("a repetition comes only where there is time for its pause", async () => {
  const patience = new Patience("Asking", undefined, { maxWaitMs: 124 });
  expect(await patience.beforeRepetition(1)).toBe(false);
  expect(await new Patience("Asking", undefined, { maxWaitMs: 250 }).beforeRepetition(1)).toBe(true);
});
