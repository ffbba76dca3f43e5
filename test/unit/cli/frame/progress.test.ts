import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startProgress } from "../../../../src/cli/frame/progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function screen() {
  const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true, columns: 80 });
  return { stream, output: () => String(stream.read() ?? "") };
}

/** Advances the clock and waits for the library's lazy import. */
async function pass(milliseconds: number) {
  vi.advanceTimersByTime(milliseconds);
  await vi.dynamicImportSettled();
  vi.advanceTimersByTime(100);
}

it("shows progress and the remaining time after half a second", async () => {
  const { stream, output } = screen();
  const progress = startProgress(stream, "guilds", 4);
  progress.update(1);
  await pass(400);
  expect(output()).toBe("");
  await pass(100);
  progress.update(2, "guild 2");
  await pass(100);
  expect(output()).toMatch(/\[=+-+\] 2 of 4, .* left: guild 2/);
  progress.end();
});

it("shows no estimate before the first step or after the last", async () => {
  const { stream, output } = screen();
  const progress = startProgress(stream, "guilds", 4);
  await pass(500);
  expect(output()).toContain("0 of 4: guilds");
  progress.update(4);
  await pass(100);
  expect(output()).toContain("4 of 4: guilds");
  progress.end();
});

it("shows a spinner if the total is unknown", async () => {
  const { stream, output } = screen();
  const progress = startProgress(stream, "Asking the service");
  await pass(500);
  expect(output()).toMatch(/[|/\\-] Asking the service/);
  progress.end();
  await pass(500);
  output();
  await pass(500);
  expect(output()).toBe("");
});

it("shows nothing if the work finishes before the delay or there is no terminal", async () => {
  const { stream, output } = screen();
  startProgress(stream, "quick").end();
  const unseen = startProgress(undefined, "unseen", 3);
  unseen.update(1);
  unseen.end();
  await pass(1000);
  expect(output()).toBe("");
});

it("shows nothing if the work finishes during the lazy import", async () => {
  const { stream, output } = screen();
  const progress = startProgress(stream, "almost quick");
  vi.advanceTimersByTime(500);
  progress.end();
  await pass(500);
  expect(output()).toBe("");
});
