import type { CheckContext } from "./context.ts";
import { type Finding, notChecked, ok, warning } from "./finding.ts";

/** A sign-in does not need the desktop client, so a problem is never a failure. */
export async function checkPresence(
  { machine, applicationId }: CheckContext,
  signal: AbortSignal,
): Promise<Finding> {
  const problem = await machine.tryPresence(applicationId, signal);
  if (!problem) return ok("The desktop client accepts activities.");
  if (problem.isAbsence) return notChecked("No desktop client is running.");
  return warning(
    `The desktop client shows no activities: ${problem.message}.`,
    "Wait a minute and check again. If the problem remains, restart the desktop client.",
  );
}
