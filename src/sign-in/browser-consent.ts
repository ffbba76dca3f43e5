import { type ClientError, isClientError } from "../core/errors.ts";
import { type Callback, type ExpectedCallback, readCallback } from "./callback.ts";
import { buildAuthorizeUrl } from "./authorize.ts";
import { canShowBrowser, type Surrounding, surroundingNames, type OpenBrowser } from "./browser/open-browser.ts";
import { type Deadline, onAbort } from "../core/request/abort.ts";
import { loadFetch } from "../core/request/send.ts";
import { textOfError } from "../core/check/callback.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import { chooseRedirect } from "./redirect/choose.ts";
import { IgnoredRedirects, type Loopback } from "./redirect/loopback.ts";
import { withManualRedirect } from "./redirect/manual.ts";
import { type RedirectMethod, openRedirect } from "./redirect/methods.ts";
import type { IgnoredReason, Judgement, RedirectReceiver } from "./redirect/receiver.ts";
import type { StartLink } from "./redirect/start-link.ts";
import type { Service } from "./service-backend.ts";
import type { AuthorizeOptions, CheckedAuthorization } from "./backend.ts";

/** Where a player can be asked. */
export type ConsentPlace = "browser" | "desktop-client";

/** Where a game wants its player to be asked. */
export type Consent = ConsentPlace | "auto";

export const consents: readonly Consent[] = ["browser", "desktop-client", "auto"];

/** What the player is asked, complete and checked (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface ConsentRequest {
  readonly applicationId: string;
  /** Separated by single spaces. */
  readonly scopes: string;
  /** A secret. */
  readonly state: string;
  /** S256. */
  readonly codeChallenge: string;
  readonly nonce: string | undefined;
  readonly integrationType: number | undefined;
}

/** The arguments of a way of asking. */
export interface Asking {
  /** Ends the asking: what the player sees of it goes where that is possible. */
  readonly signal: AbortSignal;
  /** Called right before the player sees something. */
  readonly onAsked: () => void;
}

/** The player has said yes. */
export type Granted = GrantedInBrowser | GrantedInDesktopClient;

export interface GrantedInBrowser {
  readonly place: "browser";
  readonly code: string;
  /** What the token request has to repeat (RFC 6749 §4.1.3). */
  readonly redirectUri: string;
  /** Aborted where it turns out, also later, that the player may be somebody else: its reason says why. */
  readonly reused?: AbortSignal | undefined;
}

/** Nobody was redirected: the token request has no redirect URI. */
export interface GrantedInDesktopClient {
  readonly place: "desktop-client";
  readonly code: string;
}

/** The player could not be asked here, or can no longer answer here: another way may be tried. */
export interface Unable {
  readonly unable: ClientError;
}

/** One way to ask the player. */
export interface ConsentWay {
  readonly place: ConsentPlace;
  /**
   * Asks once.
   *
   * @throws ClientError what ends the whole authorization: the player's "no" before all, the service's refusal, and the
   *   reason of the signal.
   */
  readonly ask: (request: ConsentRequest, asking: Asking) => Promise<Granted | Unable>;
}

/** Told where the player is asked. */
export interface ConsentNotice {
  readonly consent: ConsentPlace;
  /** Where `auto` goes on to the browser: why the player is not, or no longer, asked in the desktop client. */
  readonly instead?: ClientError | undefined;
}

/** What asking in the browser needs from outside. */
export interface BrowserContext {
  readonly service: Service;
  readonly openBrowser: OpenBrowser;
  readonly loopback: Loopback;
  /** What stands between the game and a browser now; nothing when the game starts the browser itself. */
  readonly surroundings: () => readonly Surrounding[];
  readonly secrets: Secrets;
  readonly log: Log;
}

type BrowserOptions = Pick<
  AuthorizeOptions,
  "redirect" | "onAuthorizeUrl" | "onIgnoredRedirect" | "onManualRedirect"
>;

/** The settings of one request in the browser. */
export interface BrowserAttempt {
  readonly authorization: CheckedAuthorization;
  readonly options: BrowserOptions;
  readonly deadline: Deadline;
  readonly expected: ExpectedCallback;
}

/** Asks in the player's browser: request → browser → redirect → callback (RFC 8252 §4.1). */
export function browserConsent(context: BrowserContext, attempt: BrowserAttempt): ConsentWay {
  return { place: "browser", ask: (request, asking) => askInBrowser(context, attempt, request, asking) };
}

async function askInBrowser(
  context: BrowserContext,
  { authorization, options, deadline, expected }: BrowserAttempt,
  request: ConsentRequest,
  { signal, onAsked }: Asking,
): Promise<GrantedInBrowser> {
  const methods = chooseMethods(context, authorization, options);
  await using receiver = await openReceiver(context, methods, authorization);
  signal.throwIfAborted();

  const { redirectUri } = receiver;
  const { state, codeChallenge } = request;
  const url = buildAuthorizeUrl(context.service.authorizationEndpoint, {
    ...authorization,
    state,
    codeChallenge,
    redirectUri,
  });
  using ignored = new IgnoredRedirects(context.log);
  const onIgnored = (reason: IgnoredReason) => {
    ignored.add(reason);
    options.onIgnoredRedirect?.(reason);
  };
  await using link = await openLink(context, url, { ...options, deadline, onIgnored });
  using _link = context.secrets.scope(link?.secret);
  onAsked();
  options.onAuthorizeUrl?.(url);
  signal.throwIfAborted();
  if (link) void startBrowser(context, link.url);

  const code = await receiveCode(receiver, expected, { ...options, signal, onIgnored });
  link?.watch();
  return { place: "browser", code, redirectUri, reused: link?.reused };
}

function chooseMethods(
  context: BrowserContext,
  { namesScheme }: CheckedAuthorization,
  { redirect }: AuthorizeOptions,
) {
  const surroundings = context.surroundings();
  for (const name of surroundings) context.log(LoggingSeverity.Info, "redirect", surroundingNames[name]);
  return chooseRedirect({ wanted: redirect, namesScheme, canShowBrowser: canShowBrowser(surroundings) });
}

async function openReceiver(
  { loopback, log }: BrowserContext,
  methods: readonly RedirectMethod[],
  { scheme }: CheckedAuthorization,
): Promise<RedirectReceiver> {
  const receiver = await openRedirect(methods, { loopback, scheme, log });
  log(LoggingSeverity.Info, "authorize", `waiting for the player at ${receiver.redirectUri}`);
  return receiver;
}

interface LinkOptions extends Pick<AuthorizeOptions, "onAuthorizeUrl"> {
  readonly deadline: Deadline;
  readonly onIgnored: (reason: IgnoredReason) => void;
}

/**
 * What the browser is started on. Where there can be none, no browser is started: the authorize URL itself, on a command
 * line, would show its state to everybody on the machine. It is left to a game that shows the URL.
 *
 * @throws ClientError `loopback_unavailable` (Disabled) where nobody would be left to show the URL.
 */
async function openLink(
  { loopback, log }: BrowserContext,
  target: string,
  { deadline, onAuthorizeUrl, onIgnored }: LinkOptions,
): Promise<StartLink | undefined> {
  try {
    const link = await loopback.openStartLink({ target, onIgnored });
    onAbort(link.reused, () => deadline.end(link.reused.reason as ClientError));
    return link;
  } catch (error) {
    if (!onAuthorizeUrl || !isClientError(error)) throw error;
    log(LoggingSeverity.Warning, "browser", `No browser is started: ${error.message}`);
    return undefined;
  }
}

/** A browser that does not start is not the end: the player can open the URL from `onAuthorizeUrl` elsewhere. */
async function startBrowser({ openBrowser, log, secrets }: BrowserContext, url: string): Promise<void> {
  try {
    await openBrowser(url);
  } catch (error) {
    const reason = isClientError(error)
      ? `${error.message} ${error.hint ?? ""}`
      : secrets.clean(textOfError(error));
    log(LoggingSeverity.Warning, "browser", reason);
  }
  loadFetch();
}

interface ReceivingOptions extends Pick<AuthorizeOptions, "onManualRedirect"> {
  readonly signal: AbortSignal;
  readonly onIgnored: (reason: IgnoredReason) => void;
}

/** The code of the first redirect that is the expected one, by browser or by hand. */
async function receiveCode(
  receiver: RedirectReceiver,
  expected: ExpectedCallback,
  { signal, onIgnored, onManualRedirect }: ReceivingOptions,
): Promise<string> {
  const waiting = onManualRedirect ? withManualRedirect(receiver, onManualRedirect) : receiver;
  const callback = await waiting.receive((parameters) => judge(readCallback(parameters, expected)), {
    signal,
    onIgnored,
  });
  if (callback.kind === "error") throw callback.error;
  return callback.code;
}

function judge(callback: Callback): Judgement<Exclude<Callback, { kind: "ignored" }>> {
  switch (callback.kind) {
    case "ignored":
      return { ignored: callback.reason };
    case "code":
      return { answer: callback, outcome: "returned" };
    case "error":
      return {
        answer: callback,
        outcome: callback.error.code === "access_denied" ? "declined" : "failed",
        problem: callback.error,
      };
  }
}
