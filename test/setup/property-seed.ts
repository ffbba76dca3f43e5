import { execFileSync } from "node:child_process";

/**
 * Returns the seed of random test cases, derived from the tree hash of the last commit. Each commit therefore tries different
 * cases, and repeated runs of a commit try the same ones, so failures are reproducible. SLASHPASS_PROPERTY_SEED sets another
 * seed.
 */
export function propertySeed(named: string | undefined, tree: () => string): number {
  if (named === undefined) return Number.parseInt(tree().slice(0, 7), 16);
  if (!/^\d{1,10}$/.test(named) || Number(named) > 0x7fff_ffff) {
    throw new Error("SLASHPASS_PROPERTY_SEED is not a whole number from 0 to 2147483647.");
  }
  return Number(named);
}

/** The tree hash of the last commit. */
export function lastTree(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD^{tree}"], { encoding: "utf8", stdio: "pipe" });
  } catch {
    // Sources without a Git history share one seed.
    return "0";
  }
}
