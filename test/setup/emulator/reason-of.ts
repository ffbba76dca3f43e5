import { Refusal, refuse } from "../../../src/emulator/base/refusal.ts";

/** The reason of a refusal, or nothing. */
export function reasonOf(check: () => void): string {
  try {
    check();
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

/** The problems that a check finds, in words. */
export function wordsOf(problems: Parameters<typeof refuse>[0]): string {
  return reasonOf(() => refuse(problems));
}
