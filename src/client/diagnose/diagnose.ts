import { loadOnce } from "../../core/lazy.ts";
import type { CheckResult } from "./finding.ts";
import { type DiagnoseOptions, readDiagnoseOptions } from "./options.ts";

const loadChecks = loadOnce(() => import("./checks.ts"));

/**
 * Checks everything that a sign-in needs, on this machine and at the service: for the developer who sets a game up, and for a
 * player whose sign-in fails. Nobody is signed in and no window is opened. The checks run at the same time, each with its own
 * limit; a failed check leaves the others alone. Facts that Discord tells only a signed-in player are `not-checked`.
 *
 * @returns one result for each check, in a fixed order.
 * @throws ClientError (ValidationError) for invalid options; `aborted`.
 */
export async function diagnose(options: DiagnoseOptions): Promise<CheckResult[]> {
  const checked = readDiagnoseOptions(options, "options");
  const { runAllChecks } = await loadChecks();
  return runAllChecks(checked);
}
