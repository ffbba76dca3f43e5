import { ClientError, ErrorType } from "../../core/errors.ts";
import { orAborted, startUnlessAborted } from "../../core/request/abort.ts";
import { startDeadline } from "../../core/request/deadline.ts";
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
import type { CheckedDiagnoseOptions } from "./options.ts";

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

/** All of them, on this machine. @throws as {@link diagnose}. */
export async function runAllChecks(options: CheckedDiagnoseOptions): Promise<CheckResult[]> {
  return runChecks(checks, createContext(options, thisMachine), options);
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
  const run = async (check: CheckName): Promise<CheckResult> => {
    const found = await runCheck(which[check] as Check, context, { timeoutMs, signal });
    return { check, ...found };
  };
  return startUnlessAborted(() => Promise.all(names.map(run)), "The diagnosis", signal);
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
    hint: "A sign-in would have to wait for this too. Find out what does not answer, or allow more time with timeoutMs.",
  });
}
