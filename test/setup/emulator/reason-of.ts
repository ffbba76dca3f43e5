import { Refusal, refuse } from "../../../src/emulator/base/refusal.ts";

/** Returns a refusal's reason, or an empty string. */
export function reasonOf(check: () => void): string {
  try {
    check();
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

export function messageOf(problems: Parameters<typeof refuse>[0]): string {
  return reasonOf(() => refuse(problems));
}
