import { LoggingSeverity, type Log } from "../log/logger.ts";
import type { Ending, RedirectReceiver, IgnoredReason, Judgement } from "./redirect/receiver.ts";
import { type ClientError, isClientError, withEarlierFailure } from "../core/errors.ts";
import { openCustomScheme } from "./redirect/custom-scheme.ts";
import type { SchemeName } from "./redirect/custom-scheme-name.ts";
import { mayTryAnother, type RedirectMethod } from "./options.ts";
import {
  type Attempt,
  buildAuthorizeUrl,
  type Callback,
  checkAuthorizePage,
  type ExpectedCallback,
  readCallback,
} from "./authorization-endpoint.ts";
import { browserError, type OpenBrowser } from "./browser/open-browser.ts";
import { onAbort, orAborted } from "../core/request/abort.ts";
import { type Deadline } from "../core/request/deadline.ts";
import type { Fetch } from "../core/request/addresses.ts";
import { answerOf, textOfError } from "../core/check/callback.ts";
import type { Secrets } from "../log/secrets.ts";
import { IgnoredRedirects, type Loopback } from "./redirect/loopback.ts";
import { receiveOrPaste } from "./redirect/manual.ts";
import type { StartLink } from "./redirect/loopback-pages.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import type { Asking, AuthorizeRequest, ConsentMethod, Granted } from "./consent.ts";

export interface RedirectContext {
  readonly loopback: Loopback;
  readonly scheme: SchemeName;
  readonly log: Log;
}

/**
 * Opens the first of `methods` that works. At least one of them must be for a browser.
 *
 * @throws ClientError The last failure, whose message includes the earlier ones; `port_unavailable` (Disabled).
 */
export async function openRedirect(
  methods: readonly RedirectMethod[],
  { loopback, scheme, log }: RedirectContext,
): Promise<RedirectReceiver> {
  let failure: ClientError | undefined;
  for (const method of methods.filter((one) => one !== "device")) {
    try {
      return await (method === "loopback" ? loopback.openReceiver() : openCustomScheme(scheme, log));
    } catch (error) {
      if (!mayTryAnother(error)) throw error;
      log(LoggingSeverity.Warning, "redirect", `${method} does not work here: ${error.message}`);
      failure = withEarlierFailure(error, failure);
    }
  }
  throw failure as ClientError;
}

export interface BrowserContext {
  readonly service: Service;
  readonly openBrowser: OpenBrowser;
  readonly loopback: Loopback;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly fetch?: Fetch | undefined;
  readonly requestTimeoutMs: () => number;
}

type BrowserOptions = Pick<
  AuthorizeRequest,
  "methods" | "preflight" | "onAuthorizeUrl" | "onIgnoredRedirect" | "onManualRedirect"
>;

export interface BrowserSettings {
  readonly options: BrowserOptions;
  readonly deadline: Deadline;
  readonly expected: ExpectedCallback;
  readonly failure: BrowserFailure;
}

/** Explains why the player may not have responded in time. */
export interface BrowserFailure {
  reason?: ClientError | undefined;
  /** `undefined` if there is no link. */
  isOpened?: (() => boolean) | undefined;
}

export function browserConsent(context: BrowserContext, settings: BrowserSettings): ConsentMethod {
  return { provider: "browser", ask: (attempt, asking) => askInBrowser(context, settings, attempt, asking) };
}

async function askInBrowser(
  context: BrowserContext,
  { options, deadline, expected, failure }: BrowserSettings,
  attempt: Attempt,
  { signal, onPrompted }: Asking,
): Promise<Granted> {
  const { service, secrets, fetch, log, loopback } = context;
  await using receiver = await openRedirect(options.methods, { loopback, scheme: attempt.scheme, log });
  const { redirectUri } = receiver;
  log(LoggingSeverity.Info, "authorize", `waiting for the player at ${redirectUri}`);
  signal.throwIfAborted();

  if (options.preflight ?? !service.isReal) {
    const timeoutMs = context.requestTimeoutMs();
    const preflight = { service, request: attempt, redirectUri, timeoutMs, signal, fetch };
    // Rejects with the signal's reason, which may be the timeout of the whole authorization.
    await orAborted(checkAuthorizePage(preflight, expected.clean), "The authorization", signal);
  }
  const url = buildAuthorizeUrl(service.authorizationEndpoint, attempt, redirectUri);
  using ignored = new IgnoredRedirects(log);
  const onIgnored = (reason: IgnoredReason) => {
    ignored.add(reason);
    options.onIgnoredRedirect?.(reason);
  };
  await using link = await openLink(context, url, { ...options, deadline, onIgnored });
  using _link = secrets.scope(link?.secret);
  onPrompted();
  options.onAuthorizeUrl?.(url);
  signal.throwIfAborted();
  if (link) {
    failure.isOpened = () => link.isOpened();
    void startBrowser(context, link.url, (error) => {
      failure.reason = error;
      if (!canArriveOtherwise(options)) deadline.end(error);
    });
  }

  const ending = new PageEnding();
  const code = await receiveCode(receiver, expected, { ...options, signal, onIgnored, ending });
  link?.watch();
  return { provider: "browser", code, redirectUri, reused: link?.reused, report: ending.report };
}

interface LinkOptions extends Pick<BrowserOptions, "onAuthorizeUrl"> {
  readonly deadline: Deadline;
  readonly onIgnored: (reason: IgnoredReason) => void;
}

/**
 * Opens a link that redirects to the authorize URL. If that fails, the authorize URL itself is not opened, because every user of
 * this machine could read the URL and its state on the browser's command line. In that case, a game that sets `onAuthorizeUrl`
 * shows the URL.
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
    log(LoggingSeverity.Warning, "browser", `no browser was started: ${error.message}`);
    return undefined;
  }
}

function canArriveOtherwise({ onAuthorizeUrl, onManualRedirect }: BrowserOptions): boolean {
  return onAuthorizeUrl !== undefined || onManualRedirect !== undefined;
}

async function startBrowser(
  { openBrowser, log, secrets }: BrowserContext,
  url: string,
  onFailure: (failure: ClientError) => void,
): Promise<void> {
  const clean = (text: string) => secrets.clean(text);
  try {
    await answerOf(
      () => openBrowser(url),
      clean,
      (error) => openBrowserFailed(clean(textOfError(error))),
    );
  } catch (error) {
    const failure = error as ClientError;
    log(LoggingSeverity.Warning, "browser", `${failure.message} ${failure.hint ?? ""}`);
    onFailure(failure);
  }
  loadFetch();
}

/** Loads `fetch` early; loading it later would delay the first request by 20 to 40 ms. */
export function loadFetch(): void {
  void globalThis.Headers;
}

function openBrowserFailed(reason: string): ClientError {
  return browserError(
    `the openBrowser option failed: ${reason.replace(/\.$/, "")}`,
    "Correct openBrowser, or omit it to use the system browser.",
  );
}

interface ReceivingOptions extends Pick<BrowserOptions, "onManualRedirect"> {
  readonly signal: AbortSignal;
  readonly onIgnored: (reason: IgnoredReason) => void;
  readonly ending: PageEnding;
}

class PageEnding {
  #resolve: (ending: Ending) => void = () => undefined;
  readonly known: Promise<Ending> = new Promise((resolve) => (this.#resolve = resolve));
  /** Later calls have no effect. */
  readonly report = (exchange: Promise<unknown>): void =>
    void exchange.then(
      () => this.#resolve({ outcome: "signed-in" }),
      (error: unknown) => isClientError(error) && this.#resolve({ outcome: "failed", problem: error }),
    );
}

async function receiveCode(
  receiver: RedirectReceiver,
  expected: ExpectedCallback,
  { signal, onIgnored, onManualRedirect, ending }: ReceivingOptions,
): Promise<string> {
  const judgeParameters = (parameters: URLSearchParams) => judge(readCallback(parameters, expected), ending);
  const callback = await (onManualRedirect
    ? receiveOrPaste(receiver, onManualRedirect, judgeParameters, { signal, onIgnored })
    : receiver.receive(judgeParameters, { signal, onIgnored }));
  if (callback.kind === "error") throw callback.error;
  return callback.code;
}

function judge(callback: Callback, ending: PageEnding): Judgement<Exclude<Callback, { kind: "ignored" }>> {
  switch (callback.kind) {
    case "ignored":
      return { ignored: callback.reason };
    case "code":
      return { answer: callback, ending: ending.known };
    case "error": {
      const { error: problem } = callback;
      const outcome = problem.code === "access_denied" ? "declined" : "failed";
      return { answer: callback, ending: Promise.resolve({ outcome, problem }) };
    }
  }
}
