import { type Attempt, authorizationRefused, createAttempt } from "./authorization-endpoint.ts";
import type { AfterReturn, Asking, AuthorizeRequest, ConsentMethod, Granted } from "./consent.ts";
import type { AuthorizationCodeVerifier } from "./code-verifier.ts";
import { hidden, inspectAs } from "../core/printing.ts";
import type { Consent, ConsentNotice, ConsentProvider } from "./options.ts";
import { type BrowserContext, browserConsent, type BrowserFailure } from "./browser-consent.ts";
import { desktopClientConsent } from "./desktop-client/ask.ts";
import type { DesktopClientAccess } from "./desktop-client/find.ts";
import { playerTimeout, startDeadline } from "../core/request/deadline.ts";
import { LoggingSeverity, type Log } from "../log/logger.ts";
import type { CheckedAuthorization } from "./arguments.ts";
import { type ClientError, ErrorType, isClientError, withEarlierFailure } from "../core/errors.ts";
import { suggestScopes } from "../tokens/scopes.ts";

/** Leaves time for two-factor authentication and for resetting a forgotten password. */
const defaultTimeoutMs = 5 * 60_000;

export interface AuthorizeContext extends BrowserContext {
  readonly desktopClient: DesktopClientAccess;
  /** Replaces the prompts in the browser and the desktop client. */
  readonly ask?: ((attempt: Attempt, asking: Asking) => Promise<Granted>) | undefined;
}

/** The type of the redirect URI for each consent provider. @experimental */
export interface RedirectUris {
  /** The loopback redirect URI including its port, or the custom scheme's redirect URI. */
  readonly browser: string;
  /** `undefined`, because the desktop client returns the code without a redirect. */
  readonly "desktop-client": undefined;
}

/**
 * The result of `Authorize`: a code, never a token. Pass all fields to `GetToken`. The code can be read, but inspection hides it.
 *
 * @stable
 */
export class AuthorizationResult<Requested extends keyof RedirectUris = "browser"> {
  static {
    inspectAs(this.prototype, ({ consent, redirectUri, codeVerifier }) => ({
      code: hidden,
      consent,
      redirectUri,
      codeVerifier,
    }));
  }
  readonly #code: string;
  /** Where the player gave consent. */
  readonly consent: Requested;
  /**
   * This attempt's redirect URI, including its port. The token request must repeat it (RFC 6749 §4.1.3). `undefined` for the
   * desktop client, in which case the token request has none.
   */
  readonly redirectUri: RedirectUris[Requested];
  /** This attempt's verifier. `undefined` if the arguments contained a code challenge. */
  readonly codeVerifier: AuthorizationCodeVerifier | undefined;

  constructor(
    consent: Requested,
    code: string,
    redirectUri: RedirectUris[Requested],
    codeVerifier: AuthorizationCodeVerifier | undefined,
  ) {
    this.#code = code;
    this.consent = consent;
    this.redirectUri = redirectUri;
    this.codeVerifier = codeVerifier;
  }

  /** The authorization code. Secret; can be used once, within about a minute. */
  get code(): string {
    return this.#code;
  }
}

/** The result type of `Authorize` for each value of `consent`. `auto` may return either type. @stable */
export type AuthorizationResultOf<Wanted extends keyof RedirectUris | "auto"> =
  Wanted extends keyof RedirectUris
    ? AuthorizationResult<Wanted>
    : AuthorizationResult | AuthorizationResult<"desktop-client">;

/** An authorization's result and a signal that is aborted if its tokens have to be revoked. */
export interface Authorized extends AfterReturn {
  readonly result: AuthorizationResultOf<Consent>;
}

/** Runs the authorization flow and returns the code (RFC 8252 §4.1, RFC 7636 §1.1). */
export async function authorize(
  context: AuthorizeContext,
  authorization: CheckedAuthorization,
  options: AuthorizeRequest,
): Promise<Authorized> {
  const { secrets, log, service } = context;
  const { consent = "browser" } = options;
  const failure: BrowserFailure = {};
  let isPrompted = false;
  const onConsent = (notice: ConsentNotice) => {
    isPrompted = true;
    options.onConsent?.(notice);
  };
  const expired = (operation: string, timeoutMs: number) =>
    playerTimeout(
      operation,
      timeoutMs,
      isPrompted ? timeoutHint(failure, authorization.scopes) : neverPrompted,
    );
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  using deadline = startDeadline("The authorization", timeoutMs, [options.signal], expired);
  const { signal } = deadline;
  signal.throwIfAborted();

  const attempt = createAttempt(authorization);
  using _attempt = secrets.scope(attempt.state, attempt.verifier?.Verifier(), attempt.nonce);
  const clean = (text: string) => secrets.clean(text);
  const { state, scopes } = attempt;
  const expected = { state, scopes, issuer: service.issuer, clean };
  const methodAt = (provider: ConsentProvider) =>
    provider === "browser"
      ? browserConsent(context, { options, deadline, expected, failure })
      : desktopClientConsent({
          ...context.desktopClient,
          refused: (error) => authorizationRefused(error, expected),
          clean,
        });
  const onPrompted = () => (isPrompted = true);
  const granted = context.ask
    ? await context.ask(attempt, { signal, onPrompted })
    : await askForConsent(providersFor(consent).map(methodAt), attempt, { signal, log, onConsent });
  using _code = secrets.scope(granted.code);
  log(LoggingSeverity.Info, "authorize", "the player returned with a code");
  const { provider, code, redirectUri, reused, report } = granted;
  if (reused?.aborted) report?.(Promise.reject(reused.reason as ClientError));
  reused?.throwIfAborted();
  const result = new AuthorizationResult<ConsentProvider>(provider, code, redirectUri, attempt.verifier);
  return { result: result as AuthorizationResultOf<Consent>, reused, report };
}

const doctor = "run `npx slashpass doctor` on this machine";

const neverPrompted = `The timeout expired before the player was prompted. Increase timeoutMs; to find the cause, ${doctor}.`;

function timeoutHint({ reason, isOpened }: BrowserFailure, scopes: string): string {
  if (reason) return `${reason.message} Offer to start again. To find the cause, ${doctor}.`;
  if (isOpened?.() === false)
    return `No browser opened the sign-in page. Offer to start again. To find the cause, ${doctor}.`;
  return `The player may have closed the page or dialog; offer to start again. If no page appeared, ${doctor}.${suggestScopes(scopes)}`;
}

function providersFor(consent: Consent): readonly ConsentProvider[] {
  return consent === "auto" ? ["desktop-client", "browser"] : [consent];
}

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly onConsent?: ((notice: ConsentNotice) => void) | undefined;
}

const names = { browser: "the browser", "desktop-client": "the desktop client" } as const;

export async function askForConsent(
  methods: readonly ConsentMethod[],
  attempt: Attempt,
  { signal, log, onConsent }: AskOptions,
): Promise<Granted> {
  let fallbackReason: ClientError | undefined;
  for (const { provider, ask } of methods) {
    const notice = fallbackReason ? { consent: provider, fallbackReason } : { consent: provider };
    const onPrompted = () => {
      log(LoggingSeverity.Info, "consent", `prompting the player in ${names[provider]}`);
      onConsent?.(notice);
    };
    try {
      return await ask(attempt, { signal, onPrompted });
    } catch (error) {
      // The signal's reason may be any error.
      if (signal.aborted || !isClientError(error) || error.type !== ErrorType.Disabled) throw error;
      fallbackReason = withEarlierFailure(error, fallbackReason);
      log(LoggingSeverity.Info, "consent", `not prompting in ${names[provider]}: ${error.message}`);
    }
  }
  throw fallbackReason as ClientError;
}
