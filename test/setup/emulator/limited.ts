import { RateLimited } from "../../../src/emulator/base/refusal.ts";

/** Runs `work`, which has to be refused for a while. */
export function limited(work: () => unknown): RateLimited {
  try {
    work();
  } catch (error) {
    if (error instanceof RateLimited) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}
