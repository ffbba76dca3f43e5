import { loadOnce } from "../../core/lazy.ts";
import type { CheckResult } from "./finding.ts";
import { type DiagnoseOptions, readDiagnoseOptions } from "./options.ts";

const loadChecks = loadOnce(() => import("./checks.ts"));

/**
 * Checks the requirements for a sign-in on this machine and at the service. Does not sign in or open a window. The checks run
 * concurrently, each with its own timeout. Facts that Discord shows only to a signed-in player are reported as `not-checked`.
 *
 * @stable
 * @returns One result per check, in a fixed order.
 * @throws ClientError (ValidationError) if an option is invalid; `aborted`.
 */
export async function diagnose(options: DiagnoseOptions): Promise<CheckResult[]> {
  const checked = readDiagnoseOptions(options, "options");
  const { runAllChecks } = await loadChecks();
  return runAllChecks(checked);
}
