import { onTestFinished, vi } from "vitest";
import { Clock } from "../../../src/emulator/base/clock.ts";

/** For the rest of the test, waiting on an emulator's clock advances it and resolves immediately. Returns the wait durations. */
export function passClocks(): readonly number[] {
  const waits: number[] = [];
  const wait = vi.spyOn(Clock.prototype, "wait").mockImplementation(async function (this: Clock, ms) {
    waits.push(ms);
    this.advance(ms);
  });
  onTestFinished(() => wait.mockRestore());
  return waits;
}
