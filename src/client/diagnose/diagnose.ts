import { loadOnce } from "../../core/lazy.ts";
import type { CheckResult } from "./finding.ts";
import { type DiagnoseOptions, readDiagnoseOptions } from "./options.ts";

const loadChecks = loadOnce(() => import("./checks.ts"));

/**
 * Checks whatever a sign-in needs, on this machine and at the service: for the developer who sets a game up, and for a
 * player whom nothing works for. Nobody is signed in and no window is opened. The checks run at the same time, each with
 * its own limit; one that fails leaves the others alone. What Discord tells only a signed-in player is `not-checked`.
 *
 * @returns one result for each check, in a fixed order.
 * @throws ClientError (ValidationError) for options that are wrong; `aborted`.
 */
export async function diagnose(options: DiagnoseOptions): Promise<CheckResult[]> {
  const checked = readDiagnoseOptions(options, "options");
  const { runAllChecks } = await loadChecks();
  return runAllChecks(checked);
}
