import { type Attempt, createAttempt } from "../authorization/attempt.ts";
import { AuthorizationResult } from "../authorization/authorization-result.ts";
import { type Callback, type ExpectedCallback, readCallback } from "../authorization/callback.ts";
import { buildAuthorizeUrl } from "../authorization/request-url.ts";
import { canShowBrowser, type Surrounding, surroundingNames } from "../browser/environment.ts";
import type { OpenBrowser } from "../browser/open-browser.ts";
import { isClientError } from "../errors.ts";
import { type Deadline, startDeadline } from "../http/deadline.ts";
import { textOfError } from "../input/text-of-error.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import { chooseRedirect } from "../redirect/choose.ts";
import { IgnoredRedirects } from "../redirect/ignored-redirects.ts";
import { withManualRedirect } from "../redirect/manual.ts";
import type { Loopback } from "../redirect/loopback.ts";
import type { RedirectMethod } from "../redirect/methods.ts";
import { openRedirect } from "../redirect/open.ts";
import type { Judgement, RedirectReceiver } from "../redirect/receiver.ts";
import type { StartLink } from "../redirect/start-link.ts";
import type { Service } from "./addresses.ts";
import type { AuthorizeOptions, CheckedAuthorization } from "./backend.ts";

/** How long a player may take: enough for two factors and a forgotten password. */
const defaultTimeoutMs = 5 * 60_000;

/** What the way to a code needs from outside. */
export interface AuthorizeContext {
  readonly service: Service;
  readonly openBrowser: OpenBrowser;
  readonly loopback: Loopback;
  /** What stands between the game and a browser now; nothing when the game starts the browser itself. */
  readonly surroundings: () => readonly Surrounding[];
  readonly secrets: Secrets;
  readonly log: Log;
}

/** Arguments → request → browser → redirect → callback: ends with a code (RFC 8252 §4.1, RFC 7636 §1.1). */
export async function authorize(
  context: AuthorizeContext,
  authorization: CheckedAuthorization,
  options: AuthorizeOptions,
): Promise<AuthorizationResult> {
  const methods = chooseMethods(context, authorization, options);
  using deadline = startDeadline("The authorization", options.timeoutMs ?? defaultTimeoutMs, [
    options.signal,
  ]);
  deadline.signal.throwIfAborted();

  const attempt = createAttempt(authorization);
  using _attempt = context.secrets.scope(attempt.state, attempt.verifier?.Verifier(), authorization.nonce);
  await using receiver = await openReceiver(context, methods, authorization);
  deadline.signal.throwIfAborted();

  const { redirectUri } = receiver;
  const { authorizationEndpoint } = context.service;
  const url = buildAuthorizeUrl(authorizationEndpoint, { ...authorization, ...attempt, redirectUri });
  await using link = await openLink(context, url, { ...options, deadline });
  using _link = context.secrets.scope(link?.secret);
  options.onAuthorizeUrl?.(url);
  deadline.signal.throwIfAborted();
  if (link) void startBrowser(context, link.url);

  const expected = expectedCallback(context, authorization, attempt);
  const code = await receiveCode(context, receiver, expected, { ...options, signal: deadline.signal });
  return new AuthorizationResult(code, redirectUri, attempt.verifier);
}

function chooseMethods(
  context: AuthorizeContext,
  { namesScheme }: CheckedAuthorization,
  { redirect }: AuthorizeOptions,
) {
  const surroundings = context.surroundings();
  for (const name of surroundings) context.log(LoggingSeverity.Info, "redirect", surroundingNames[name]);
  return chooseRedirect({ wanted: redirect, namesScheme, canShowBrowser: canShowBrowser(surroundings) });
}

async function openReceiver(
  { loopback, log }: AuthorizeContext,
  methods: readonly RedirectMethod[],
  { scheme }: CheckedAuthorization,
): Promise<RedirectReceiver> {
  const receiver = await openRedirect(methods, { loopback, scheme, log });
  log(LoggingSeverity.Info, "authorize", `waiting for the player at ${receiver.redirectUri}`);
  return receiver;
}

interface LinkOptions extends Pick<AuthorizeOptions, "onAuthorizeUrl"> {
  readonly deadline: Deadline;
}

/**
 * What the browser is started on. Where there can be none, no browser is started: the authorize URL itself, on a command
 * line, would show its state to everybody on the machine. It is left to a game that shows the URL.
 *
 * @throws ClientError `loopback_unavailable` (Disabled) where nobody would be left to show the URL.
 */
async function openLink(
  { loopback, log }: AuthorizeContext,
  target: string,
  { deadline, onAuthorizeUrl }: LinkOptions,
): Promise<StartLink | undefined> {
  try {
    return await loopback.openStartLink({ target, onReused: (error) => deadline.end(error) });
  } catch (error) {
    if (!onAuthorizeUrl || !isClientError(error)) throw error;
    log(LoggingSeverity.Warning, "browser", `No browser is started: ${error.message}`);
    return undefined;
  }
}

/** A browser that does not start is not the end: the player can open the URL from `onAuthorizeUrl` elsewhere. */
async function startBrowser({ openBrowser, log, secrets }: AuthorizeContext, url: string): Promise<void> {
  try {
    await openBrowser(url);
  } catch (error) {
    const reason = isClientError(error)
      ? `${error.message} ${error.hint ?? ""}`
      : secrets.clean(textOfError(error));
    log(LoggingSeverity.Warning, "browser", reason);
  }
}

function expectedCallback(
  { service, secrets }: AuthorizeContext,
  { scopes }: CheckedAuthorization,
  { state }: Attempt,
): ExpectedCallback {
  const clean = (text: string) => secrets.clean(text);
  return { state, scopes, issuer: service.issuer, clean };
}

interface ReceivingOptions extends Pick<AuthorizeOptions, "onIgnoredRedirect" | "onManualRedirect"> {
  readonly signal: AbortSignal;
}

/** The code of the first redirect that is the expected one, by browser or by hand. */
async function receiveCode(
  { secrets, log }: AuthorizeContext,
  receiver: RedirectReceiver,
  expected: ExpectedCallback,
  { signal, onIgnoredRedirect, onManualRedirect }: ReceivingOptions,
): Promise<string> {
  using ignored = new IgnoredRedirects(log);
  const waiting = onManualRedirect ? withManualRedirect(receiver, onManualRedirect) : receiver;
  const callback = await waiting.receive((parameters) => judge(readCallback(parameters, expected)), {
    signal,
    onIgnored: (reason) => {
      ignored.add(reason);
      onIgnoredRedirect?.(reason);
    },
  });
  if (callback.kind === "error") throw callback.error;
  using _code = secrets.scope(callback.code);
  log(LoggingSeverity.Info, "authorize", "the player is back with a code");
  return callback.code;
}

function judge(callback: Callback): Judgement<Exclude<Callback, { kind: "ignored" }>> {
  switch (callback.kind) {
    case "ignored":
      return { ignored: callback.reason };
    case "code":
      return { answer: callback, outcome: "returned" };
    case "error":
      return { answer: callback, outcome: callback.error.code === "access_denied" ? "declined" : "failed" };
  }
}
