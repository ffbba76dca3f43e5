import { onAbort } from "../core/request/abort.ts";
import { callable, isText, optional, parseSnowflake, readerOf } from "../core/check/readers.ts";
import { type ClientError, isClientError, validationError } from "../core/errors.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { AuthorizationArgs, AuthorizationInit } from "../sign-in/arguments.ts";
import {
  type AuthorizationCodeVerifier,
  createCodeVerifier,
  lazyCrypto,
  readVerifier,
} from "../sign-in/code-verifier.ts";
import type { AuthorizationResultOf } from "../sign-in/authorize.ts";
import type { AfterReturn } from "../sign-in/consent.ts";
import type { AuthorizeOptions, Consent } from "../sign-in/options.ts";
import type { CodeExchange } from "../tokens/backend.ts";
import { checkExternalAuth } from "../tokens/external-auth.ts";
import type { TokenResult } from "../tokens/token-set.ts";
import type { AuthenticationExternalAuthType } from "../wire/external-auth.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { ClientContext } from "./context.ts";
import { type GetTokenOptions, readAuthorizeOptions, readGetTokenOptions } from "./options.ts";

/** The {@link Client} operations for authorizing step by step and exchanging the code. */
export class ClientCodeFlow {
  readonly #context: ClientContext;
  readonly #attempts = new AttemptMemory();
  #requestWatch: AbortController | undefined;

  /** @internal */
  constructor(context: ClientContext) {
    this.#context = context;
  }

  /** Creates a code verifier and its S256 challenge (RFC 7636). Use a new one for each attempt. */
  CreateAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
    return createCodeVerifier();
  }

  /**
   * Opens the authorize page in the system browser and waits for the redirect to a loopback server (RFC 8252 §7.3) or a custom
   * scheme (§7.1). With {@link AuthorizeOptions.consent}, the running desktop client can prompt the player instead. Always uses
   * state and PKCE and generates any values that `args` lacks. Concurrent calls are independent.
   *
   * @returns The code for {@link Client.GetToken} and the redirect URI to pass with it. Includes the code verifier if `args`
   *   contained no challenge.
   * @throws ClientError Before anything starts: `invalid_argument`, `missing_scope`, `invalid_scope`, `invalid_id`,
   *   `missing_application_id`, `invalid_timeout`, `invalid_redirect`, `invalid_consent`, `invalid_scheme`, `reserved_scheme`.
   *   Later: `access_denied` (Aborted: the player declined), `aborted`, `timeout`, `loopback_unavailable`, `port_unavailable`,
   *   `desktop_client_absent` and `desktop_client_unable` (Disabled) if `consent` allows only the desktop client, any error from
   *   registering the scheme, `start_link_reused` (AuthorizationFailed: another person may have opened the link that started the
   *   browser; {@link Client.GetToken} throws it if this is detected later), `issuer_mismatch`, or the service's OAuth `error`
   *   (AuthorizationFailed).
   *
   * @example
   * ```ts
   * import { Client, isClientError } from "slashpass";
   *
   * const applicationId = "123456789012345678";
   * const client = new Client({ applicationId });
   * const verifier = client.CreateAuthorizationCodeVerifier();
   * const args = { scopes: Client.GetDefaultPresenceScopes(), codeChallenge: verifier.Challenge() };
   * try {
   *   const { code, redirectUri } = await client.Authorize(args, { timeoutMs: 120_000 });
   *   const token = await client.GetToken(applicationId, code, verifier.Verifier(), redirectUri);
   *   console.log(`Granted: ${token.scopes}`);
   * } catch (error) {
   *   if (!isClientError(error) || error.code !== "access_denied") throw error;
   *   console.log("The player said no.");
   * }
   * ```
   */
  async Authorize<Requested extends Consent = "browser">(
    args: AuthorizationArgs | AuthorizationInit,
    options: AuthorizeOptions<Requested> = {},
  ): Promise<AuthorizationResultOf<Requested>> {
    const context = this.#context;
    const { signal: given, redirect, ...others } = context.guardAll(readAuthorizeOptions(options, "options"));
    const operation = { name: "The authorization", signal: given, group: "authorization" } as const;
    return context.calls.run(operation, async (signal) => {
      const authorization = context.checkAuthorization(args, { ...others, redirect });
      const connection = await context.open();
      signal.throwIfAborted();
      const methods = connection.chooseRedirect(redirect, authorization);
      const request = { ...others, methods, signal };
      const { result, ...known } = await connection.authorize(authorization, request);
      const { scopes, nonce } = authorization;
      this.#attempts.remember(result.code, { scopes, nonce, redirectUri: result.redirectUri, ...known });
      return result as AuthorizationResultOf<Requested>;
    });
  }

  /** Aborts all of this client's pending authorizations with `aborted`. Browser tabs stay open. */
  AbortAuthorize(): void {
    this.#context.signingIn.clear();
    this.#context.calls.abort("authorization");
  }

  /**
   * Offers account linking in the running desktop client, and calls `callback` when the player requests linking there (Discord
   * Social SDK, `RegisterAuthorizeRequestCallback`). In the callback, call {@link Client.Authorize} or {@link Client.signIn}
   * while the player is still looking at the desktop client.
   *
   * Replaces any earlier callback. The callback runs at most once every five seconds and does not keep the process alive. If the
   * desktop client starts later, it is detected within a minute.
   *
   * Any program that the player runs can impersonate the desktop client, so a request carries no data and does not count as
   * consent.
   *
   * @throws ClientError `missing_application_id`, `invalid_argument` (ValidationError).
   */
  RegisterAuthorizeRequestCallback(callback: () => void): void {
    this.#context.calls.checkOpen();
    const name = "RegisterAuthorizeRequestCallback";
    const onRequest = this.#context.guard(name, callable()(callback, "callback"));
    const applicationId = this.#context.application();
    this.RemoveAuthorizeRequestCallback();
    this.#requestWatch = new AbortController();
    void this.#watchRequests({ applicationId, onRequest }, this.#requestWatch.signal);
  }

  /** Removes the callback set by {@link Client.RegisterAuthorizeRequestCallback}, if any. */
  RemoveAuthorizeRequestCallback(): void {
    this.#requestWatch?.abort();
    this.#requestWatch = undefined;
  }

  async #watchRequests(
    watch: { readonly applicationId: Snowflake; readonly onRequest: () => void },
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const connection = await this.#context.open();
      await connection.watchRequests(watch, signal);
    } catch (error) {
      this.#context.reportEnd("Waiting for requests from the desktop client", error);
    }
  }

  /**
   * Exchanges an authorization code for tokens, as a public client (RFC 6749 §4.1.3, RFC 7636 §4.5). A code is never sent twice.
   * The client does not use the token until you call {@link Client.UpdateToken}.
   *
   * @param codeVerifier - This attempt's `AuthorizationCodeVerifier.Verifier()`.
   * @param redirectUri - The redirect URI returned by `Authorize`; `undefined` for a code from the desktop client.
   * @param options - Set `nonce` if another client or process called `Authorize`.
   * @throws ClientError `invalid_id`, `missing_code`, `invalid_code_verifier` or `invalid_redirect_uri` before the request is
   *   sent; then `network_error`, `timeout`, or the service's error (HTTPError, with a hint).
   *
   * @example
   * ```ts
   * import { AuthorizationTokenType, Client } from "slashpass";
   *
   * const applicationId = "123456789012345678";
   * const client = new Client({ applicationId });
   * const verifier = client.CreateAuthorizationCodeVerifier();
   * const { code, redirectUri } = await client.Authorize({
   *   scopes: Client.GetDefaultPresenceScopes(),
   *   codeChallenge: verifier.Challenge(),
   * });
   * const token = await client.GetToken(applicationId, code, verifier.Verifier(), redirectUri);
   * await client.UpdateToken(AuthorizationTokenType.Bearer, token.accessToken);
   * // Store `token.refreshToken` securely. `RefreshToken` accepts it only once.
   * ```
   */
  async GetToken(
    applicationId: SnowflakeInput,
    code: string,
    codeVerifier: string,
    redirectUri?: string,
    options: GetTokenOptions = {},
  ): Promise<TokenResult> {
    return this.#exchange(options, () => checkExchange(applicationId, code, codeVerifier, redirectUri));
  }

  /** Like {@link Client.GetToken}, but also merges the player's provisional account into the Discord account. */
  async GetTokenFromProvisionalMerge(
    applicationId: SnowflakeInput,
    code: string,
    codeVerifier: string,
    redirectUri: string | undefined,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options: GetTokenOptions = {},
  ): Promise<TokenResult> {
    return this.#exchange(options, () => ({
      ...checkExchange(applicationId, code, codeVerifier, redirectUri),
      external: checkExternalAuth(externalAuthType, externalAuthToken),
    }));
  }

  async #exchange(options: GetTokenOptions, check: () => CodeExchange): Promise<TokenResult> {
    const { nonce, ...others } = readGetTokenOptions(options, "options");
    return this.#context.run("Exchanging the authorization code", others, async (signal) => {
      const exchange = check();
      const { applicationId } = exchange;
      const attempt = this.#attempts.find(exchange.code);
      checkBelongs(exchange, attempt);
      const expected = nonce === undefined ? attempt : { nonce };
      const backend = await this.#context.backend(signal);
      attempt?.reused?.throwIfAborted();
      const tokens = backend.getToken({ ...exchange, scopes: attempt?.scopes, expected }, signal);
      attempt?.report?.(tokens);
      const result = await tokens;
      this.#attempts.useUp(exchange.code);
      const { refreshToken, accessToken } = result;
      await revokeIfReused(attempt?.reused, {
        log: this.#context.log,
        revoke: () => backend.revokeToken({ applicationId, token: refreshToken ?? accessToken }),
      });
      return result;
    });
  }
}

const attemptLimit = 16;

export interface KnownAttempt extends AfterReturn {
  /** The requested scopes, used if the response lists none (RFC 6749 §5.1). */
  readonly scopes: string;
  /** `undefined` if the request had none (OpenID Connect Core §3.1.3.7). */
  readonly nonce: string | undefined;
  /** `undefined` for a code from the desktop client. */
  readonly redirectUri: string | undefined;
}

export class AttemptMemory {
  readonly #attempts = new Map<string, KnownAttempt>();

  remember(code: string, attempt: KnownAttempt): void {
    this.#attempts.set(digest(code), attempt);
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > attemptLimit && oldest !== undefined) this.#attempts.delete(oldest);
  }

  find(code: string): KnownAttempt | undefined {
    return this.#attempts.get(digest(code));
  }

  /** Ensures that the attempt's nonce is not accepted again. */
  useUp(code: string): void {
    const key = digest(code);
    const attempt = this.#attempts.get(key);
    if (attempt) this.#attempts.set(key, { ...attempt, nonce: undefined });
  }
}

function digest(code: string): string {
  return lazyCrypto().createHash("sha256").update(code).digest("base64url");
}

export function checkExchange(
  applicationId: unknown,
  code: unknown,
  codeVerifier: unknown,
  redirectUri: unknown,
): CodeExchange {
  return {
    applicationId: parseSnowflake(applicationId, "applicationId"),
    code: readCode(code, "code"),
    codeVerifier: readVerifier(codeVerifier, "codeVerifier"),
    redirectUri: optional(readRedirectUri)(redirectUri, "redirectUri"),
  };
}

const readCode = readerOf<string>("a complete authorization code", isText, {
  code: "missing_code",
  hint: "Pass the code object returned by Authorize. Copies made with structuredClone or JSON do not contain the code.",
});
const asReturned = {
  code: "invalid_redirect_uri",
  hint: "Pass the values returned by Authorize.",
} as const;
const readRedirectUri = readerOf<string>("a URI", (uri) => isText(uri) && URL.canParse(uri), asReturned);

/** Rejects an exchange that the service would reject, because sending it would use up the code. */
export function checkBelongs({ redirectUri }: CodeExchange, attempt: KnownAttempt | undefined): void {
  if (!attempt || (redirectUri === undefined) === (attempt.redirectUri === undefined)) return;
  throw redirectUri === undefined
    ? wrongRedirectUri("redirectUri is missing, but the player was redirected when this code was issued")
    : wrongRedirectUri("redirectUri must be undefined: this code was issued in the desktop client");
}

function wrongRedirectUri(reason: string): ClientError {
  return validationError(asReturned.code, `${reason}.`, asReturned.hint);
}

export interface RevocableTokens {
  readonly revoke: () => Promise<void>;
  readonly log: Log;
}

/**
 * Revokes the tokens if `reused` is or becomes aborted, because they may then belong to someone else.
 *
 * @param reused - See `Authorized`.
 */
export async function revokeIfReused(
  reused: AbortSignal | undefined,
  tokens: RevocableTokens,
): Promise<void> {
  if (!reused) return;
  if (!reused.aborted) return void onAbort(reused, () => void revoke(reused, tokens));
  await revoke(reused, tokens);
  throw reused.reason;
}

/** Failures are only logged, because the caller throws the reason for the revocation. */
async function revoke(reused: AbortSignal, { revoke: send, log }: RevocableTokens): Promise<void> {
  const { message } = reused.reason as ClientError;
  log(LoggingSeverity.Error, "sign-in", `revoking the tokens: ${message}`);
  try {
    await send();
  } catch (error) {
    const reason = isClientError(error) ? error.message : "unknown";
    log(LoggingSeverity.Error, "sign-in", `the tokens could not be revoked: ${reason}`);
  }
}
