import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startProgress } from "../../../../src/cli/frame/progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function screen() {
  const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true, columns: 80 });
  return { stream, seen: () => String(stream.read() ?? "") };
}

/** Lets half a second pass, and the library be loaded. */
async function pass(milliseconds: number) {
  vi.advanceTimersByTime(milliseconds);
  await vi.dynamicImportSettled();
  vi.advanceTimersByTime(100);
}

it("shows how much is done and how long it may take, once it has taken half a second", async () => {
  const { stream, seen } = screen();
  const progress = startProgress(stream, "guilds", 4);
  progress.update(1);
  await pass(400);
  expect(seen()).toBe("");
  await pass(100);
  progress.update(2, "guild 2");
  await pass(100);
  expect(seen()).toMatch(/\[=+-+\] 2 of 4, .* left: guild 2/);
  progress.end();
});

it("does not guess how long it takes before anything is done, nor once all is", async () => {
  const { stream, seen } = screen();
  const progress = startProgress(stream, "guilds", 4);
  await pass(500);
  expect(seen()).toContain("0 of 4: guilds");
  progress.update(4);
  await pass(100);
  expect(seen()).toContain("4 of 4: guilds");
  progress.end();
});

it("turns where nobody knows how much there is", async () => {
  const { stream, seen } = screen();
  const progress = startProgress(stream, "Asking the service");
  await pass(500);
  expect(seen()).toMatch(/[|/\\-] Asking the service/);
  progress.end();
  await pass(500);
  seen();
  await pass(500);
  expect(seen()).toBe("");
});

it("shows nothing of what is over sooner, nor where nobody looks", async () => {
  const { stream, seen } = screen();
  startProgress(stream, "quick").end();
  const unseen = startProgress(undefined, "unseen", 3);
  unseen.update(1);
  unseen.end();
  await pass(1000);
  expect(seen()).toBe("");
});

it("shows nothing of what ends just when it would be shown", async () => {
  const { stream, seen } = screen();
  const progress = startProgress(stream, "almost quick");
  vi.advanceTimersByTime(500);
  progress.end();
  await pass(500);
  expect(seen()).toBe("");
});
