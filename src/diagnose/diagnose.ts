import { ClientError, ErrorType } from "../errors.ts";
import { orAborted } from "../http/abort.ts";
import { startDeadline } from "../http/deadline.ts";
import { checkAddon } from "./check-addon.ts";
import { checkPublicClient, checkRedirectUri, checkScopes } from "./check-application.ts";
import { checkBrowser } from "./check-browser.ts";
import { checkKeychain } from "./check-keychain.ts";
import { checkLoopback } from "./check-loopback.ts";
import { checkClock, checkNetwork } from "./check-network.ts";
import { checkScheme } from "./check-scheme.ts";
import { type CheckContext, createContext } from "./context.ts";
import { type CheckName, type CheckResult, type Finding, findingOf } from "./finding.ts";
import { thisMachine } from "./machine.ts";
import { type DiagnoseOptions, readDiagnoseOptions } from "./options.ts";

/** One check. What it throws is a failure of what it looks at. */
export type Check = (context: CheckContext, signal: AbortSignal) => Promise<Finding>;

const checks: Readonly<Record<CheckName, Check>> = {
  addon: checkAddon,
  browser: checkBrowser,
  loopback: checkLoopback,
  scheme: checkScheme,
  keychain: checkKeychain,
  network: checkNetwork,
  clock: checkClock,
  "redirect-uri": checkRedirectUri,
  "public-client": checkPublicClient,
  scopes: checkScopes,
};

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
  return runChecks(checks, createContext(checked, thisMachine), checked);
}

/** How long the checks may take. */
export interface CheckLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Runs all of `which` at once. @throws ClientError `aborted`. */
export function runChecks(
  which: Readonly<Partial<Record<CheckName, Check>>>,
  context: CheckContext,
  { timeoutMs, signal }: CheckLimits,
): Promise<CheckResult[]> {
  const names = Object.keys(which) as CheckName[];
  const results = names.map(async (check): Promise<CheckResult> => {
    const found = await runCheck(which[check] as Check, context, { timeoutMs, signal });
    return { check, ...found };
  });
  return orAborted(Promise.all(results), "The diagnosis", signal);
}

async function runCheck(
  check: Check,
  context: CheckContext,
  { timeoutMs, signal }: CheckLimits,
): Promise<Finding> {
  using limit = startDeadline("The check", timeoutMs, [signal], tookTooLong);
  try {
    return await orAborted(check(context, limit.signal), "The check", limit.signal);
  } catch (error) {
    return findingOf(error);
  }
}

function tookTooLong(operation: string, timeoutMs: number): ClientError {
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "timeout",
    message: `${operation} did not end within ${timeoutMs} ms.`,
    hint: "Something hangs that a sign-in would wait for too. Look at it, or allow more time with timeoutMs.",
  });
}
