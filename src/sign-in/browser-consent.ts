import { LoggingSeverity, type Log } from "../log/logger.ts";
import type { RedirectReceiver, IgnoredReason, Judgement } from "./redirect/receiver.ts";
import { type ClientError, ErrorType, isClientError, validationError } from "../core/errors.ts";
import {
  type RedirectContext,
  browserRedirects,
  type RedirectMethod,
  chooseRedirect,
} from "./redirect/methods.ts";
import { type Callback, type ExpectedCallback, readCallback } from "./callback.ts";
import type { OpenBrowser } from "./browser/open-browser.ts";
import { type Deadline, onAbort } from "../core/request/abort.ts";
import { loadFetch } from "../core/request/send.ts";
import { textOfError } from "../core/check/callback.ts";
import type { Secrets } from "../log/secrets.ts";
import { IgnoredRedirects, type Loopback } from "./redirect/loopback.ts";
import { withManualRedirect } from "./redirect/manual.ts";
import type { StartLink } from "./redirect/start-link.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import type { AuthorizeOptions, AuthorizeRequest } from "./backend.ts";
import type { CheckedAuthorization } from "./arguments.ts";
import type { ConsentRequest, Asking, GrantedInBrowser, ConsentWay } from "./consent.ts";

/**
 * Opens the first of `methods` that this machine allows.
 *
 * @throws ClientError why the last one could not be opened; `invalid_redirect` (ValidationError) when none of them is
 *   one for a browser.
 */
export async function openRedirect(
  methods: readonly RedirectMethod[],
  context: RedirectContext,
): Promise<RedirectReceiver> {
  const usable = methods.filter((method) => method !== "device");
  let failure: unknown;
  for (const method of usable) {
    try {
      return await browserRedirects[method](context);
    } catch (error) {
      if (!isClientError(error) || error.type !== ErrorType.Disabled) throw error;
      context.log(LoggingSeverity.Warning, "redirect", `${method} does not work here: ${error.message}`);
      failure = error;
    }
  }
  throw failure ?? noneForBrowsers();
}

function noneForBrowsers(): ClientError {
  return validationError(
    "invalid_redirect",
    "The device flow gives no authorization code.",
    "Call GetTokenFromDevice, or signIn with onPrompt.",
  );
}

/** What asking in the browser needs from outside. */
export interface BrowserContext {
  readonly service: Service;
  readonly openBrowser: OpenBrowser;
  readonly loopback: Loopback;
  /** Whether the player can see a browser beside the game now. */
  readonly canShowBrowser: () => boolean;
  readonly secrets: Secrets;
  readonly log: Log;
}

type BrowserOptions = Pick<
  AuthorizeRequest,
  "redirect" | "methods" | "onAuthorizeUrl" | "onIgnoredRedirect" | "onManualRedirect"
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
  const methods = options.methods ?? chooseRedirect(options.redirect, authorization, context.canShowBrowser);
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
 * Opens the link that the browser is started on. Without a link no browser is started: the authorize URL on a command line
 * would show its state to every user of the machine. A game with `onAuthorizeUrl` shows the URL itself then.
 *
 * @throws ClientError `loopback_unavailable` (Disabled) if the game does not show the URL itself.
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

/** The fields of one authorization request, complete and checked (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export type AuthorizeUrlFields = Partial<ConsentRequest> &
  Pick<ConsentRequest, "applicationId" | "scopes" | "state" | "codeChallenge"> & {
    readonly redirectUri: string;
  };

/**
 * The URL that the player's browser is sent to. A query that the endpoint already has is kept (RFC 6749 §3.1). Spaces
 * become `%20`: some systems re-encode the whole query when they meet a character they do not expect.
 */
export function buildAuthorizeUrl(endpoint: string, fields: AuthorizeUrlFields): string {
  const url = new URL(endpoint);
  const parameters: Record<string, string | undefined> = {
    client_id: fields.applicationId,
    scope: fields.scopes,
    response_type: "code",
    redirect_uri: fields.redirectUri,
    state: fields.state,
    code_challenge: fields.codeChallenge,
    code_challenge_method: "S256",
    nonce: fields.nonce,
    integration_type: fields.integrationType?.toString(),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  url.search = url.searchParams.toString().replaceAll("+", "%20");
  return url.href;
}
