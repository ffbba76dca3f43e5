import { execFileSync } from "node:child_process";

/**
 * Returns the seed for random test cases: SLASHPASS_PROPERTY_SEED, or a number derived from the last commit's tree hash. Each
 * commit tries different cases, but reruns of a commit repeat them, so failures are reproducible.
 */
export function propertySeed(): number {
  const named = process.env["SLASHPASS_PROPERTY_SEED"];
  if (named === undefined) return Number.parseInt(lastTree().slice(0, 7), 16);
  if (!/^\d{1,10}$/.test(named) || Number(named) > 0x7fff_ffff)
    throw new Error("SLASHPASS_PROPERTY_SEED must be an integer from 0 to 2147483647.");
  return Number(named);
}

function lastTree(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD^{tree}"], { encoding: "utf8", stdio: "pipe" });
  } catch {
    // Sources without a Git history all share one seed.
    return "0";
  }
}
