import { onTestFinished, vi } from "vitest";
import { Clock } from "../../../src/emulator/base/clock.ts";

/**
 * For the rest of the test, makes every wait on an emulator's clock advance the clock and resolve immediately. Returns the duration of
 * each wait.
 */
export function passClocks(): readonly number[] {
  const waits: number[] = [];
  const wait = vi.spyOn(Clock.prototype, "wait").mockImplementation(async function (this: Clock, ms) {
    waits.push(ms);
    this.advance(ms);
  });
  onTestFinished(() => wait.mockRestore());
  return waits;
}
