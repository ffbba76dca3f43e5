import { type CheckContext, loopbackHost, createContext, unknownBrowser, thisMachine } from "./context.ts";
import { failure, finding, findingOf, notChecked, ok, warning } from "./finding.ts";
import type { CheckName, CheckResult, Finding } from "./finding.ts";
import type { CheckedDiagnoseOptions } from "./options.ts";
import { canShowBrowser, type HostEnvironment, environmentNames } from "../../sign-in/browser/environment.ts";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { openListener } from "../../sign-in/redirect/loopback-server.ts";
import { formatDuration } from "../../core/request/clock.ts";
import type { HttpAnswer } from "../../core/request/send.ts";
import { unexpectedStatus } from "./service-answers.ts";
import { isClientError, ClientError, ErrorType } from "../../core/errors.ts";
import { orAborted, startUnlessAborted } from "../../core/request/abort.ts";
import { startDeadline } from "../../core/request/deadline.ts";
import { checkPublicClient, checkRedirectUri, checkScopes } from "./check-application.ts";

/** The addon is required only if the game configured a custom scheme. */
export async function checkAddon({ machine, namesScheme }: CheckContext): Promise<Finding> {
  try {
    const { file, reason } = machine.addon();
    return ok(`${file}: ${reason}.`);
  } catch (error) {
    return findingOf(error, namesScheme ? "failure" : "warning");
  }
}

const otherDevice =
  "The player can sign in on another device: in a game, pass onPrompt to signIn; on the command line, run slashpass login --device.";

export async function checkBrowser({ machine }: CheckContext, signal: AbortSignal): Promise<Finding> {
  const environments = machine.environments();
  if (!canShowBrowser(environments)) {
    const obstacles =
      environments.find((name) => name === "no-display" || name === "game-mode") ?? "no-display";
    return warning(sentenceOf(obstacles), otherDevice);
  }
  if (environments.includes("ssh")) {
    return warning(
      sentenceOf("ssh"),
      `${otherDevice} A game can also pass onManualRedirect, so the player can paste the address.`,
    );
  }
  const browser = await machine.browser(signal);
  if (browser === unknownBrowser) {
    return notChecked("xdg-settings, which finds the default browser, is not installed.");
  }
  if (browser !== undefined) return ok(`Links open in ${browser}.`);
  return warning(
    "No default browser was found.",
    "Install a browser and select it in the desktop settings, or set BROWSER.",
  );
}

function sentenceOf(name: HostEnvironment): string {
  const label = environmentNames[name];
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}.`;
}

/** Writes, reads and deletes a test entry, unless unlocking the keychain would show a dialog. */
export async function checkKeychain(context: CheckContext, signal: AbortSignal): Promise<Finding> {
  const { machine, store, usesKeychain } = context;
  // If the lock state cannot be determined, the probe below still detects a broken keychain.
  if (usesKeychain && (await machine.isKeychainLocked(signal).catch(() => false))) {
    return warning(
      "The keychain is locked. It was not tested, because writing to it would show a dialog.",
      "Unlock it and run this check again. Signing in prompts the player to unlock it.",
    );
  }
  await store.probe();
  return ok(`An entry was written, read and deleted (${store.name}).`);
}

export async function checkLoopback(
  { loopbackAddress }: CheckContext,
  signal: AbortSignal,
): Promise<Finding> {
  const { authority, server, close } = await openListener(loopbackAddress);
  try {
    const { address, port } = server.address() as AddressInfo;
    await connectTo(address, port, signal);
    const wanted = loopbackHost(loopbackAddress);
    const host = new URL(`http://${authority}`).hostname;
    if (host === wanted) return ok(`${wanted} accepts connections at ${portOf(loopbackAddress.port)}.`);
    return warning(
      `This machine cannot listen on ${wanted}, but it can listen on ${host}.`,
      `Also register the redirect URI http://${host}/callback.`,
    );
  } catch {
    return failure(
      `A port was opened on ${authority}, but connecting to it failed.`,
      "Allow connections from this machine to itself: a firewall or security program may block them.",
    );
  } finally {
    await close();
  }
}

function portOf(port: number): string {
  return port === 0 ? "any free port" : `port ${port}`;
}

async function connectTo(host: string, port: number, signal: AbortSignal): Promise<void> {
  const socket = connect({ host, port, signal });
  await once(socket, "connect");
  socket.destroy();
}

/** In seconds. With a larger clock difference, checks of the times in ID tokens may fail. */
const tolerance = 30;
/** In seconds. With a larger clock difference, certificates and short-lived tokens are rejected. */
const maxTolerance = 300;

export async function checkNetwork({ answers, service }: CheckContext): Promise<Finding> {
  const [{ status }] = await Promise.all([answers.gateway(), answers.authorize()]);
  if (status !== 200) throw unexpectedStatus("Querying the API", status);
  const { apiBase, authorizationEndpoint } = service;
  return ok(`${apiBase} and ${authorizationEndpoint} respond.`);
}

/** The `Date` header is only precise to the second (RFC 9110 §6.6.1). */
export async function checkClock({ answers, machine }: CheckContext): Promise<Finding> {
  const answer = await answers.gateway().catch(() => undefined);
  const serverTime = answer && dateOf(answer);
  if (serverTime === undefined) return notChecked("The service's response has no Date header.");
  const seconds = Math.round((machine.now() - serverTime) / 1000);
  const off = Math.abs(seconds);
  if (off <= tolerance) return ok("The clock matches the service's.");
  return finding(
    off > maxTolerance ? "failure" : "warning",
    `The clock is ${roughly(off)} ${seconds > 0 ? "ahead of" : "behind"} the service's clock.`,
    "Synchronize the system clock, which determines when tokens expire.",
  );
}

function dateOf({ headers }: HttpAnswer): number | undefined {
  const time = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function roughly(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200
    ? `about ${Math.round(seconds / 60)} minutes`
    : `about ${Math.round(seconds / 3_600)} hours`;
}

/** If the game configured no scheme, problems are only warnings, because sign-ins then use a scheme only if loopback fails. */
export async function checkScheme({ machine, scheme, namesScheme }: CheckContext): Promise<Finding> {
  const name = scheme.scheme;
  const serious = namesScheme ? "failure" : "warning";
  try {
    const { owner, isOurs, isStale, leftover } = machine.schemeStatus(scheme);
    if (isStale) {
      return warning(
        `${name} is registered for this application, but a file is missing or out of date (${owner}).`,
        "To repair it, sign in or run slashpass scheme register.",
      );
    }
    if (isOurs) return ok(`${name} is registered for this application (${owner}).`);
    if (owner === undefined) {
      return ok(
        `No program is registered for ${name}. It is registered the first time a player signs in with it.`,
      );
    }
    if (leftover) {
      return finding(
        "ok",
        `${name} is left over from application ${leftover.applicationId}, whose program no longer exists (${leftover.program}). It is taken over the next time a player signs in with it.`,
      );
    }
    return finding(
      serious,
      `${name} belongs to another program: ${owner}.`,
      "Take it over with slashpass scheme register --replace, or use another scheme, such as com.example.game.",
    );
  } catch (error) {
    if (isClientError(error) && error.code === "addon_unavailable") {
      return notChecked(`Finding ${name}'s handler requires the native addon.`);
    }
    return findingOf(error, serious);
  }
}

/** A sign-in does not need the desktop client, so a problem is never reported as a failure. */
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

/** A check may throw, in which case the finding is a failure. */
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
  presence: checkPresence,
};

export async function runAllChecks(options: CheckedDiagnoseOptions): Promise<CheckResult[]> {
  return runChecks(checks, createContext(options, thisMachine), options);
}

export interface CheckLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Runs the checks concurrently. */
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
    message: `${operation} did not finish within ${formatDuration(timeoutMs)}.`,
    hint: "Signing in would be delayed too. Find the component that does not respond, or increase timeoutMs.",
  });
}
