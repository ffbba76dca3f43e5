import { onTestFinished, vi } from "vitest";
import { Clock } from "../../../src/emulator/base/clock.ts";

/** For the rest of a test: whoever waits on the clock of an emulator moves it, and goes on. Gives how long each wait was. */
export function passClocks(): readonly number[] {
  const waits: number[] = [];
  const wait = vi.spyOn(Clock.prototype, "wait").mockImplementation(async function (this: Clock, ms) {
    waits.push(ms);
    this.advance(ms);
  });
  onTestFinished(() => wait.mockRestore());
  return waits;
}
