import { execFileSync } from "node:child_process";

/**
 * What random cases begin from: the contents of the last commit. So every commit tries cases of its own, and the same
 * commit the same ones, wherever and however often it is tested: what failed once fails again, and nothing fails by chance.
 * SLASHPASS_PROPERTY_SEED names another one, for looking further.
 */
export function propertySeed(named: string | undefined, tree: () => string): number {
  if (named === undefined) return Number.parseInt(tree().slice(0, 7), 16);
  if (!/^\d{1,10}$/.test(named) || Number(named) > 0x7fff_ffff) {
    throw new Error("SLASHPASS_PROPERTY_SEED is not a whole number from 0 to 2147483647.");
  }
  return Number(named);
}

/** The name that Git gives to the contents of the last commit. */
export function lastTree(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD^{tree}"], { encoding: "utf8", stdio: "pipe" });
  } catch {
    // Sources without their history have one seed for all of them.
    return "0";
  }
}
