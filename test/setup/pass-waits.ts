import { onTestFinished, vi } from "vitest";
import type { TransportHooks } from "../../src/core/request/call.ts";

/** For the rest of a test: what a client with these hooks waits for passes at once, and no other time does. */
export function passWaits(): Required<Pick<TransportHooks, "onWait">> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  // It is told just before it waits.
  return { onWait: ({ ms }) => queueMicrotask(() => vi.advanceTimersByTime(ms)) };
}
