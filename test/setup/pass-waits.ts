import { onTestFinished, vi } from "vitest";
import type { TransportHooks } from "../../src/core/request/call.ts";

/** For the rest of the test, makes every wait of a client with these hooks finish immediately. Other timers do not advance. */
export function passWaits(): Required<Pick<TransportHooks, "onWait">> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  // The hook is called just before the timer starts.
  return { onWait: ({ durationMs }) => queueMicrotask(() => vi.advanceTimersByTime(durationMs)) };
}
