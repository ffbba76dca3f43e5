import { authorizationRefused, type ExpectedCallback } from "./callback.ts";
import type { Consent, ConsentPlace, ConsentWay, Granted, ConsentRequest, ConsentNotice } from "./consent.ts";
import { type BrowserContext, browserConsent, type BrowserTrouble } from "./browser-consent.ts";
import { type DesktopClientContext, desktopClientConsent } from "./desktop-client/ask.ts";
import { playerTimeout, startDeadline } from "../core/request/deadline.ts";
import { LoggingSeverity, type Log } from "../log/logger.ts";
import type { Authorized, AuthorizeRequest } from "./backend.ts";
import type { CheckedAuthorization } from "./arguments.ts";
import { AuthorizationResult, type AuthorizationResultOf } from "./authorization-result.ts";
import { type ClientError, ErrorType, isClientError, withEarlierFailure } from "../core/errors.ts";
import { suggestScopes } from "../tokens/scopes.ts";
import { type Attempt, createAttempt } from "./authorize-request.ts";

/** Enough time for two-factor authentication and a forgotten password. */
const defaultTimeoutMs = 5 * 60_000;

export interface AuthorizeContext extends BrowserContext {
  readonly desktopClient: Pick<DesktopClientContext, "places" | "peerUser">;
}

/** Runs an authorization and returns its code (RFC 8252 §4.1, RFC 7636 §1.1). */
export async function authorize(
  context: AuthorizeContext,
  authorization: CheckedAuthorization,
  options: AuthorizeRequest,
): Promise<Authorized> {
  const { secrets, log } = context;
  const { consent = "browser" } = options;
  const trouble: BrowserTrouble = {};
  let isAsked = false;
  const onConsent = (notice: ConsentNotice) => {
    isAsked = true;
    options.onConsent?.(notice);
  };
  const expired = (operation: string, timeoutMs: number) =>
    playerTimeout(operation, timeoutMs, isAsked ? timeoutHint(trouble, authorization.scopes) : notAsked);
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  using deadline = startDeadline("The authorization", timeoutMs, [options.signal], expired);
  const { signal } = deadline;
  signal.throwIfAborted();

  const attempt = createAttempt(authorization);
  using _attempt = secrets.scope(attempt.state, attempt.verifier?.Verifier(), authorization.nonce);
  const expected = expectedCallback(context, authorization, attempt);
  const ways = {
    browser: browserConsent(context, { authorization, options, deadline, expected, trouble }),
    "desktop-client": desktopClientConsent({
      ...context.desktopClient,
      refused: (said) => authorizationRefused(said, expected),
      clean: expected.clean,
    }),
  };
  const request = { ...authorization, ...attempt };
  const granted = await askPlayer(inOrder(consent, ways), request, { signal, log, onConsent });
  using _code = secrets.scope(granted.code);
  log(LoggingSeverity.Info, "authorize", "the player returned with a code");
  if (granted.place === "desktop-client") return { result: resultOf(granted, attempt) };
  const { reused, tell } = granted;
  if (reused?.aborted) tell?.(reused.reason as ClientError);
  reused?.throwIfAborted();
  return { result: resultOf(granted, attempt), reused, tell };
}

const doctor = "run `npx slashpass doctor` on this machine";

const notAsked = `The timeout expired before the player was asked. Increase timeoutMs; to find the delay, ${doctor}.`;

function timeoutHint({ failure, isOpened }: BrowserTrouble, scopes: string): string {
  if (failure) return `${failure.message} Offer to start again; to find the cause, ${doctor}.`;
  if (isOpened?.() === false)
    return `No browser opened the sign-in page. Offer to start again; to find the cause, ${doctor}.`;
  return `The player may have closed the page or dialog; offer to start again. If no page appeared, ${doctor}.${suggestScopes(scopes)}`;
}

function inOrder(
  consent: Consent,
  ways: Readonly<Record<ConsentPlace, ConsentWay>>,
): readonly [ConsentWay, ...ConsentWay[]] {
  return consent === "auto" ? [ways["desktop-client"], ways.browser] : [ways[consent]];
}

function resultOf(granted: Granted, { verifier }: Attempt): AuthorizationResultOf<Consent> {
  const { place, code } = granted;
  return place === "browser"
    ? new AuthorizationResult(place, code, granted.redirectUri, verifier)
    : new AuthorizationResult(place, code, undefined, verifier);
}

function expectedCallback(
  { service, secrets }: BrowserContext,
  { scopes }: CheckedAuthorization,
  { state }: Attempt,
): ExpectedCallback {
  const clean = (text: string) => secrets.clean(text);
  return { state, scopes, issuer: service.issuer, clean };
}

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly onConsent?: ((notice: ConsentNotice) => void) | undefined;
}

const names = { browser: "the browser", "desktop-client": "the desktop client" } as const;

/**
 * Tries each of `ways` once.
 *
 * @throws ClientError if none works, the last error, whose message contains the previous ones.
 */
export async function askPlayer(
  ways: readonly [ConsentWay, ...ConsentWay[]],
  request: ConsentRequest,
  { signal, log, onConsent }: AskOptions,
): Promise<Granted> {
  const [way, ...others] = ways;
  let instead: ClientError | undefined;
  for (const { place, ask } of [way, ...others]) {
    const notice = instead ? { consent: place, instead } : { consent: place };
    const onAsked = () => {
      log(LoggingSeverity.Info, "consent", `the player is asked in ${names[place]}`);
      onConsent?.(notice);
    };
    const answer = await ask(request, { signal, onAsked }).catch((error: unknown) => {
      throw isClientError(error) && error.type === ErrorType.Disabled
        ? withEarlierFailure(error, instead)
        : error;
    });
    if (!("unable" in answer)) return answer;
    instead = withEarlierFailure(answer.unable, instead);
    log(LoggingSeverity.Info, "consent", `not asked in ${names[place]}: ${answer.unable.message}`);
  }
  throw instead as ClientError;
}
