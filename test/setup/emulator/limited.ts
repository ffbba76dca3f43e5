import { RateLimited } from "../../../src/emulator/base/refusal.ts";

/** Runs `work`, which must hit a rate limit, and returns the error. */
export function limited(work: () => unknown): RateLimited {
  try {
    work();
  } catch (error) {
    if (error instanceof RateLimited) return error;
    throw error;
  }
  throw new Error("No rate limit was hit.");
}
