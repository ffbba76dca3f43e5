import { type CallOptions, type ApiClientOptions, OwnLimits } from "./core/request/transport.ts";
import type { CredentialFields } from "./core/request/credential.ts";
import {
  AuthorizationArgs,
  type AuthorizationInit,
  checkAuthorization,
  splitArguments,
  type CheckedAuthorization,
} from "./sign-in/arguments.ts";
import { checkConsent, type Consent } from "./sign-in/consent.ts";
import type { AuthorizationResultOf } from "./sign-in/authorization-result.ts";
import { AttemptMemory, tellingPage } from "./sign-in/attempt-memory.ts";
import { type AuthorizationCodeVerifier, createCodeVerifier } from "./sign-in/code-verifier.ts";
import { defaultCommunicationScopes, defaultPresenceScopes, parseScopes } from "./tokens/scopes.ts";
import {
  checkBelongs,
  checkExchange,
  type ClientOptions,
  type GetTokenOptions,
  type AccountOptions,
  type SignInOptions,
  readAuthorizeOptions,
  readClientOptions,
  readDeviceOptions,
  readGetTokenOptions,
  readAccountOptions,
  readSignal,
  readSignInOptions,
} from "./client/options.ts";
import { type Connection, createConnection } from "./client/connection.ts";
import { revokeWhenReused, type AskedToken, TokenInUse } from "./client/token-in-use.ts";
import { PendingCalls } from "./client/pending-calls.ts";
import { CommandsClient, type CommandsClientOptions } from "./commands/client.ts";
import { ClientError, ErrorType, isClientError, validationError } from "./core/errors.ts";
import { safeCallback, safeCallbacks, textOfError } from "./core/check/callback.ts";
import { callable, milliseconds } from "./core/check/readers.ts";
import { inspectAs } from "./core/printing.ts";
import { loadOnce } from "./core/lazy.ts";
import { Logger, LoggingSeverity } from "./log/logger.ts";
import { createRedactor } from "./log/redactor.ts";
import { Secrets } from "./log/secrets.ts";
import { setAddonPath } from "./native/load.ts";
import { registerLaunchCommand, registerLaunchSteamApplication } from "./sign-in/redirect/launch.ts";
import { ApiClient } from "./resources/client.ts";
import type { AuthorizeOptions, Backend } from "./sign-in/backend.ts";
import type { Session, SignOutReport } from "./tokens/session.ts";
import type * as signIns from "./sign-in/sign-in.ts";
import type { StoredAccount } from "./sign-in/sign-in.ts";
import { parseSnowflake } from "./core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "./wire/snowflake.ts";
import { checkedStore, type TokenStore } from "./store/token-store.ts";
import { keychainTokenStore } from "./store/own-stores.ts";
import type { ChildTokenResult } from "./tokens/provisional.ts";
import { checkExternalAuth, type ExternalAuth } from "./tokens/external-auth.ts";
import type { CurrentUser } from "./tokens/player.ts";
import {
  DeviceAuthorizationArgs,
  type DeviceAuthorizationInit,
  type DeviceOptions,
} from "./tokens/device-arguments.ts";
import type { CodeExchange } from "./tokens/grants.ts";
import type { AuthenticationExternalAuthType } from "./wire/external-auth.ts";
import type { TokenResult } from "./tokens/token-set.ts";
import { type AuthorizationTokenType, checkBearer, checkToken } from "./tokens/token-type.ts";

const defaultRequestTimeoutMs = 30_000;

/**
 * Signs players in and manages their tokens. Operations have the names of the vendor's documentation (Discord Social SDK,
 * `Client`) but return promises. They reject with a {@link ClientError} and never print.
 */
export class Client {
  static {
    inspectAs(this.prototype, (client) => ({
      applicationId: client.#applicationId,
      apiBase: client.#connection.service.apiBase,
      isAuthenticated: client.IsAuthenticated(),
    }));
  }
  readonly #secrets = new Secrets(createRedactor);
  readonly #logger = new Logger(() => this.#secrets.redactor());
  readonly #calls = new PendingCalls((name, error) => this.#tellEnd(name, error));
  readonly #attempts = new AttemptMemory();
  /** The latest session of each account. The key of the unnamed account is "". */
  readonly #sessions = new Map<string, Session>();
  readonly #signingIn = new Map<string, { readonly signal: AbortSignal | undefined }>();
  readonly #token = new TokenInUse(async (token, signal) => {
    const backend = await this.#backend(signal);
    return backend.fetchExpiry(token, signal);
  });
  readonly #log = this.#logger.log.bind(this.#logger);
  /** Shared by `commands` and `api`, which use the same credentials and therefore the same rate limits. */
  readonly #limits = new OwnLimits();
  readonly #connection: Connection;
  readonly #applicationCredential: CredentialFields | undefined;
  #requestTimeoutMs = defaultRequestTimeoutMs;
  #applicationId: Snowflake | undefined;
  #store: TokenStore | undefined;
  #commands: CommandsClient | undefined;
  #api: ApiClient | undefined;
  #requestWatch: AbortController | undefined;

  /**
   * Creates a client. No I/O happens until the first operation.
   *
   * @throws ClientError (ValidationError) `unknown_option`, `invalid_id`, `invalid_base_url`, `conflicting_versions`,
   *   `invalid_port`, `invalid_addon_path`, `invalid_preference`, `invalid_page`, `invalid_credential`, or `invalid_argument` for
   *   any other invalid option.
   */
  constructor(options: ClientOptions = {}) {
    const checked = readClientOptions(options, "options");
    setAddonPath(checked.addonPath);
    this.#applicationId = checked.applicationId;
    this.#applicationCredential = checked.applicationCredential;
    this.#store = checked.store && checkedStore(checked.store, (text) => this.#secrets.clean(text));
    this.#connection = createConnection(checked, {
      secrets: this.#secrets,
      log: this.#log,
      requestTimeoutMs: () => this.#requestTimeoutMs,
    });
  }

  /** Returns the scopes for rich presence: `openid sdk.social_layer_presence` (Discord Social SDK, OAuth2 Scopes). */
  static GetDefaultPresenceScopes(): string {
    return defaultPresenceScopes;
  }

  /** Returns the scopes for presence, chat and lobbies: `openid sdk.social_layer` (Discord Social SDK, OAuth2 Scopes). */
  static GetDefaultCommunicationScopes(): string {
    return defaultCommunicationScopes;
  }

  /**
   * Sets the application for later calls.
   *
   * @throws ClientError `invalid_id` if `applicationId` is not a snowflake, for example a JavaScript number.
   */
  SetApplicationId(applicationId: SnowflakeInput): void {
    this.#applicationId = parseSnowflake(applicationId, "applicationId");
    this.#dropClients();
  }

  /** Returns the application id as a decimal string, or `undefined` if none is set. */
  GetApplicationId(): Snowflake | undefined {
    return this.#applicationId;
  }

  /** Creates a code verifier and its S256 challenge (RFC 7636). Use a new one for each attempt. */
  CreateAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
    return createCodeVerifier();
  }

  /**
   * Opens the authorize page in the system's browser and waits for the redirect to a loopback server (RFC 8252 §7.3) or a custom
   * scheme (§7.1). With {@link AuthorizeOptions.consent}, the player can be asked in the running desktop client instead. Always
   * uses state and PKCE, and generates them if `args` contains none. Concurrent calls are independent.
   *
   * @returns The code for {@link Client.GetToken} and the redirect URI to pass with it. Includes the code verifier if `args`
   *   contained no challenge.
   * @throws ClientError Before anything starts: `invalid_argument`, `missing_scope`, `invalid_scope`, `invalid_id`,
   *   `missing_application_id`, `invalid_timeout`, `invalid_redirect`, `invalid_consent`, `invalid_scheme`, `reserved_scheme`.
   *   Later: `access_denied` (Aborted: the player declined), `aborted`, `timeout`, `loopback_unavailable`, `port_unavailable`,
   *   `desktop_client_absent` and `desktop_client_unable` (Disabled) if `consent` allows only the desktop client, the errors of
   *   the scheme's registration, `start_link_reused` (AuthorizationFailed: another person may have opened the link that started
   *   the browser; {@link Client.GetToken} throws it if this is detected later), `issuer_mismatch`, or the OAuth `error` of the
   *   service (AuthorizationFailed).
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
  async Authorize<Asked extends Consent = "browser">(
    args: AuthorizationArgs | AuthorizationInit,
    options: AuthorizeOptions<Asked> = {},
  ): Promise<AuthorizationResultOf<Asked>> {
    const { signal: given, ...rest } = this.#guard(readAuthorizeOptions(options, "options"));
    const operation = { name: "The authorization", signal: given, group: "authorization" } as const;
    return this.#calls.run(operation, async (signal) => {
      const authorization = this.#check(args, rest);
      const backend = await this.#backend(signal);
      const { result, ...known } = await backend.authorize(authorization, { ...rest, signal });
      this.#attempts.remember(result.code, { ...authorization, redirectUri: result.redirectUri, ...known });
      // `consent` determines the shape of the result.
      return result as AuthorizationResultOf<Asked>;
    });
  }

  /** Aborts every pending authorization of this client with `aborted`. Browser tabs stay open. */
  AbortAuthorize(): void {
    this.#signingIn.clear();
    this.#calls.abort("authorization");
  }

  /**
   * Offers account linking in the running desktop client, and calls `callback` when the player requests it there (Discord Social
   * SDK, `RegisterAuthorizeRequestCallback`). Call {@link Client.Authorize} or {@link Client.signIn} in the callback, while the
   * player is looking at the desktop client.
   *
   * Replaces an earlier callback. The callback runs at most once in five seconds and does not keep the process alive. A desktop
   * client that starts later is detected within a minute.
   *
   * Any program of the player can impersonate the desktop client: a request carries no data and is not consent.
   *
   * @throws ClientError `missing_application_id`, `invalid_argument` (ValidationError).
   */
  RegisterAuthorizeRequestCallback(callback: () => void): void {
    this.#calls.checkOpen();
    const name = "RegisterAuthorizeRequestCallback";
    const onRequest = safeCallback(name, callable()(callback, "callback"), this.#failed);
    const applicationId = this.#application();
    this.RemoveAuthorizeRequestCallback();
    this.#requestWatch = new AbortController();
    void this.#watchRequests({ applicationId, onRequest }, this.#requestWatch.signal);
  }

  /** Removes the callback of {@link Client.RegisterAuthorizeRequestCallback}, if there is one. */
  RemoveAuthorizeRequestCallback(): void {
    this.#requestWatch?.abort();
    this.#requestWatch = undefined;
  }

  async #watchRequests(
    watch: { readonly applicationId: Snowflake; readonly onRequest: () => void },
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const { watchRequests } = await this.#connection.open();
      await watchRequests(watch, signal);
    } catch (error) {
      this.#tellEnd("Waiting for requests of the desktop client", error);
    }
  }

  /**
   * Registers the command that starts the game when the service opens `discord-<applicationId>://…` on this machine, or when a
   * redirect arrives after the game has exited. Call it at each start. A launch URL is appended as the last argument; a redirect
   * is never passed on.
   *
   * @param command - The program in double quotes, followed by its arguments. Empty means the running program (the AppImage file
   *   inside an AppImage, the bundle on macOS). On macOS, only a URL or an empty string is accepted.
   * @returns `false` if the system does not allow it.
   * @throws ClientError (ValidationError) `invalid_id`, `invalid_command`.
   */
  RegisterLaunchCommand(applicationId: SnowflakeInput, command: string): boolean {
    this.#calls.checkOpen();
    return registerLaunchCommand(applicationId, command);
  }

  /**
   * Like {@link Client.RegisterLaunchCommand}, but starts the game through Steam.
   *
   * @throws ClientError (ValidationError) `invalid_id`, `invalid_steam_app_id`.
   */
  RegisterLaunchSteamApplication(applicationId: SnowflakeInput, steamAppId: number): boolean {
    this.#calls.checkOpen();
    return registerLaunchSteamApplication(applicationId, steamAppId);
  }

  /**
   * Exchanges an authorization code for tokens, as a public client (RFC 6749 §4.1.3, RFC 7636 §4.5). The code is never sent
   * twice. The client does not use the token until you call {@link Client.UpdateToken}.
   *
   * @param codeVerifier - `AuthorizationCodeVerifier.Verifier()` of this attempt.
   * @param redirectUri - The redirect URI returned by `Authorize`; `undefined` for a code from the desktop client.
   * @param options - Set `nonce` if another client or process ran `Authorize`.
   * @throws ClientError `invalid_id`, `missing_code`, `invalid_code_verifier`, `invalid_redirect_uri` before the request;
   *   `network_error`, `timeout`, or the service's error (HTTPError, with a hint) after it.
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

  /**
   * Runs a complete sign-in on another device (RFC 8628), for machines without a browser or for players who prefer their phone.
   * Pass the result to {@link Client.UpdateToken}.
   *
   * @param options - `onPrompt` receives the QR code, the URL and the user code to display.
   * @throws ClientError `access_denied` (Aborted: the player declined), `expired_token` (AuthorizationFailed: start again),
   *   `aborted`, and every error that {@link Client.GetToken} throws after its request.
   */
  async GetTokenFromDevice(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    options: DeviceOptions,
  ): Promise<TokenResult> {
    return this.#signInOnDevice(args, options);
  }

  /** Aborts every pending device sign-in of this client with `aborted`. */
  AbortGetTokenFromDevice(): void {
    this.#calls.abort("device");
  }

  /**
   * Exchanges a refresh token for new tokens (RFC 6749 §6). The old access and refresh tokens become invalid.
   *
   * @throws ClientError `invalid_grant` (HTTPError) if the token was already used, has expired or was revoked: run `Authorize`
   *   again.
   */
  async RefreshToken(
    applicationId: SnowflakeInput,
    refreshToken: string,
    options: CallOptions = {},
  ): Promise<TokenResult> {
    return this.#run("Refreshing the token", options, async (signal) => {
      const id = parseSnowflake(applicationId, "applicationId");
      const token = this.#given(checkToken(refreshToken, "refreshToken"));
      const backend = await this.#backend(signal);
      return backend.refreshToken({ applicationId: id, refreshToken: token, signal });
    });
  }

  /**
   * Sets the access token for later requests, including those of {@link Client.commands}.
   *
   * @throws ClientError `invalid_token_type` or `missing_token` (ValidationError).
   */
  async UpdateToken(tokenType: AuthorizationTokenType, token: string): Promise<void> {
    this.#calls.checkOpen();
    const checked = this.#given(checkBearer(tokenType, token));
    this.#token.useToken(checked);
    return Promise.resolve();
  }

  /**
   * Revokes all tokens of the player for the application (RFC 7009). `token` can be any access or refresh token of the player.
   * Succeeds if the service does not recognize the token.
   */
  async RevokeToken(applicationId: SnowflakeInput, token: string, options: CallOptions = {}): Promise<void> {
    await this.#run("Revoking the token", options, async (signal) => {
      const id = parseSnowflake(applicationId, "applicationId");
      const checked = this.#given(checkToken(token, "token"));
      const backend = await this.#backend(signal);
      return backend.revokeToken({ applicationId: id, token: checked }, signal);
    });
  }

  /**
   * Exchanges a token of a publisher's application for a token of one of its games. The child token has no refresh token and
   * expires with the parent token.
   */
  async ExchangeChildToken(
    parentToken: string,
    childApplicationId: SnowflakeInput,
    options: CallOptions = {},
  ): Promise<ChildTokenResult> {
    return this.#run("Exchanging the parent token", options, async (signal) => {
      const childId = parseSnowflake(childApplicationId, "childApplicationId");
      const token = this.#given(checkToken(parentToken, "parentToken"));
      const backend = await this.#backend(signal);
      return backend.exchangeChildToken({ parentToken: token, childApplicationId: childId }, signal);
    });
  }

  /**
   * Requests a token for a player without a Discord account, authenticated by another identity provider.
   *
   * @throws ClientError `invalid_external_auth` (ValidationError); an HTTPError with error code 530010 if the player has linked
   *   an account: run {@link Client.Authorize}.
   */
  async GetProvisionalToken(
    applicationId: SnowflakeInput,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options: CallOptions = {},
  ): Promise<TokenResult> {
    return this.#run("Getting a provisional token", options, async (signal) => {
      const id = parseSnowflake(applicationId, "applicationId");
      const external = checkExternalAuth(externalAuthType, externalAuthToken);
      const backend = await this.#backend(signal);
      return backend.getProvisionalToken({ applicationId: id, external }, signal);
    });
  }

  /** Like {@link Client.GetToken}, and merges the player's provisional account into the Discord account. */
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

  /** Like {@link Client.GetTokenFromDevice}, and merges the player's provisional account into the Discord account. */
  async GetTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options: DeviceOptions,
  ): Promise<TokenResult> {
    return this.#signInOnDevice(args, options, () => checkExternalAuth(externalAuthType, externalAuthToken));
  }

  /** Separates the Discord account from the provisional account again. Revokes all tokens of both. */
  async UnmergeIntoProvisionalAccount(
    applicationId: SnowflakeInput,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options: CallOptions = {},
  ): Promise<void> {
    await this.#run("Unmerging the account", options, async (signal) => {
      const id = parseSnowflake(applicationId, "applicationId");
      const external = checkExternalAuth(externalAuthType, externalAuthToken);
      const backend = await this.#backend(signal);
      return backend.unmergeIntoProvisionalAccount({ applicationId: id, external }, signal);
    });
  }

  /**
   * Fetches the player of a token, which also verifies that the token is valid. The client's own token is not affected.
   *
   * @throws ClientError HTTPError with status 401 if the token is invalid.
   */
  async FetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    options: CallOptions = {},
  ): Promise<CurrentUser> {
    return this.#run("Fetching the current user", options, async (signal) => {
      const checked = this.#given(checkBearer(tokenType, token));
      const backend = await this.#backend(signal);
      return backend.fetchCurrentUser(checked, signal);
    });
  }

  /** Returns whether the client has a token. The token may have expired. */
  IsAuthenticated(): boolean {
    return this.#token.isThere;
  }

  /**
   * Sets a callback for the expiration of tokens passed to {@link Client.UpdateToken}. It runs once per token: one minute before
   * the token expires, or when the token turns out to have expired. Sessions of {@link Client.signIn} refresh their tokens
   * instead.
   */
  SetTokenExpirationCallback(callback: () => void): void {
    this.#calls.checkOpen();
    const name = "SetTokenExpirationCallback";
    this.#token.setExpirationCallback(safeCallback(name, callable()(callback, "callback"), this.#failed));
  }

  /**
   * Sets the timeout of later requests. Default 30 000.
   *
   * @param timeoutMs - Milliseconds, an integer from 1 to 2147483647.
   * @throws ClientError `invalid_timeout` (ValidationError).
   */
  SetHttpRequestTimeout(timeoutMs: number): void {
    this.#calls.checkOpen();
    this.#requestTimeoutMs = milliseconds()(timeoutMs, "timeoutMs");
    this.#dropClients();
  }

  /**
   * Adds a callback for log lines of at least `minSeverity`. Known secrets are masked.
   *
   * @returns `false` without the native addon, which masks secrets: the callback is then never called, and a process warning has
   *   the reason.
   * @throws ClientError `invalid_argument` or `invalid_severity` (ValidationError).
   */
  AddLogCallback(
    callback: (message: string, severity: LoggingSeverity) => void,
    minSeverity: LoggingSeverity,
  ): boolean {
    this.#calls.checkOpen();
    return this.#logger.addCallback(callback, minSeverity);
  }

  /**
   * Writes log lines of at least `minSeverity` to `discord.log` in the directory `path`; `None` stops it. The log of the previous
   * run is renamed to `discord.log.1`. Buffered lines are flushed at a normal exit but not if a signal ends the process: handle
   * the signal and call {@link Client.close}.
   *
   * @returns Whether the file was opened. Pipes, devices and links are rejected, and logging requires the native addon, which
   *   masks secrets. The reason is sent to the log callbacks, or emitted as a process warning if there are none.
   * @throws ClientError (ValidationError) `invalid_log_dir` if the path is empty or contains a NUL character; `invalid_severity`.
   */
  SetLogDir(path: string, minSeverity: LoggingSeverity): boolean {
    this.#calls.checkOpen();
    return this.#logger.setDir(path, minSeverity);
  }

  /**
   * Signs the player in. Returns the stored session if its tokens are still valid; otherwise authorizes, exchanges the code and
   * stores the tokens.
   *
   * @throws ClientError `sign_in_in_progress` (ClientNotReady) if a sign-in of the same account is pending; `keychain_absent` or
   *   `keychain_binding_missing` (Disabled) before the player is asked; `missing_prompt` (ValidationError) for the device flow
   *   without `onPrompt`; and every error of {@link Client.Authorize}, {@link Client.GetToken} and {@link
   *   Client.GetTokenFromDevice}.
   *
   * @example
   * ```ts
   * import { Client, isClientError, playerMessage } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * try {
   *   const session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
   *   console.log(`Hello, ${session.player?.name}.`);
   * } catch (error) {
   *   // Show this text to the player. `message` and `hint` of the error are for developers.
   *   console.log(await playerMessage(error, "en-US"));
   *   if (isClientError(error)) console.error(error.message, error.hint);
   * }
   * ```
   */
  async signIn(options: SignInOptions): Promise<Session> {
    const [args, { account = "", ...asking }] = splitArguments(
      this.#guard(readSignInOptions(options, "options")),
    );
    const operation = { name: "The sign-in", signal: asking.signal, group: "authorization" } as const;
    return this.#oneAtATime(account, asking.signal, async () => {
      const session = await this.#calls.run(operation, async (signal) => {
        const authorization = this.#check(args, asking);
        const context = this.#signInContext(authorization.applicationId, account);
        const { signIn } = await loadSignIn(signal);
        return signIn(context, authorization, { ...asking, signal });
      });
      this.#use(session, account);
      return session;
    });
  }

  /** Rejects a second sign-in of `account` (such as from a double click) unless the first was aborted. */
  async #oneAtATime<T>(
    account: string,
    signal: AbortSignal | undefined,
    signIn: () => Promise<T>,
  ): Promise<T> {
    const first = this.#signingIn.get(account);
    if (first && !first.signal?.aborted) {
      const error = signInInProgress();
      this.#tellEnd("The sign-in", error);
      throw error;
    }
    const mine = { signal };
    this.#signingIn.set(account, mine);
    try {
      return await signIn();
    } finally {
      if (this.#signingIn.get(account) === mine) this.#signingIn.delete(account);
    }
  }

  /**
   * Returns the stored session of an earlier {@link Client.signIn}, or `undefined` if there is none. Does not prompt the player
   * or contact the service: an expired or revoked token is detected on first use.
   *
   * @throws ClientError `missing_application_id` (ValidationError), or an error of the store.
   *
   * @example
   * ```ts
   * import { Client } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * const session = await client.restoreSession();
   * if (session) {
   *   // The name is stored with the tokens, so this works offline.
   *   console.log(`Hello, ${session.player?.name}.`);
   * } else {
   *   console.log("Show the button that calls signIn.");
   * }
   * ```
   */
  async restoreSession(options: AccountOptions = {}): Promise<Session | undefined> {
    const { account, signal: given } = readAccountOptions(options, "options");
    const operation = { name: "Restoring the session", signal: given };
    const session = await this.#calls.run(operation, (signal) => this.#restore(account, signal));
    if (session) this.#use(session, account);
    else this.#token.leaveOther(this.#sessions.get(account ?? ""));
    return session;
  }

  async #restore(account: string | undefined, signal: AbortSignal): Promise<Session | undefined> {
    const applicationId = this.#application();
    const context = this.#signInContext(applicationId, account);
    const { restoreSession } = await loadSignIn(signal);
    return restoreSession(context, { applicationId }, signal);
  }

  #use(session: Session, account = ""): void {
    this.#sessions.set(account, session);
    this.#token.useSession(session);
  }

  /**
   * Lists the accounts that are signed in on this machine with the stored names of their players, for games that let several
   * players choose. The unnamed account comes first, then the others in the order of their first sign-in. Does not contact the
   * service.
   *
   * @throws ClientError `missing_application_id` (ValidationError), or an error of the store.
   *
   * @example
   * ```ts
   * import { Client } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * for (const { account, player } of await client.listAccounts()) console.log(account, player?.name);
   * ```
   */
  async listAccounts(options: CallOptions = {}): Promise<StoredAccount[]> {
    return this.#run("Listing the accounts", options, async (signal) => {
      const applicationId = this.#application();
      const { listAccounts } = await loadSignIn(signal);
      return listAccounts((account) => this.#signInContext(applicationId, account), signal);
    });
  }

  /**
   * Signs the player out: revokes the tokens at the service and deletes them from the store, even if the service cannot be
   * reached. Does nothing if no player is signed in.
   *
   * Without `account`, ends the current session: the last one returned by {@link Client.signIn} or {@link Client.restoreSession}.
   * There is none after `restoreSession` found nothing for another account. Also revokes a token set with {@link
   * Client.UpdateToken}, such as a guest's. {@link Session.signOut} ends one specific session.
   *
   * @param options - `account` selects an account, even if its session is only stored. Aborting `signal` stops waiting for the
   *   service, which may then still accept the tokens; they are deleted locally anyway.
   * @returns The revocation and store errors, if any.
   *
   * @example
   * ```ts
   * import { Client } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * await client.restoreSession();
   * const { revocationError, storeError } = await client.signOut();
   * if (revocationError) console.warn(`Discord could not be told: ${revocationError.message}`);
   * if (storeError) console.warn(`The tokens are still kept: ${storeError.message}`);
   * await client.close();
   * ```
   */
  async signOut(options: AccountOptions = {}): Promise<SignOutReport> {
    const { account, signal: given } = readAccountOptions(options, "options");
    return this.#calls.run({ name: "Signing out", signal: given }, async (signal) => {
      const report = await (account === undefined
        ? this.#endCurrent(signal)
        : this.#endAccount(account, signal));
      for (const error of Object.values(report)) this.#tellEnd("Signing out", error);
      if (!this.#token.isThere) this.#log(LoggingSeverity.Info, "client", "the player is now signed out");
      return report;
    });
  }

  async #endCurrent(signal: AbortSignal): Promise<SignOutReport> {
    const { session, token } = this.#token.take();
    const ended = (await session?.end(signal)) ?? {};
    return token === undefined ? ended : { ...ended, ...(await this.#revokeGiven(token, signal)) };
  }

  async #endAccount(account: string, signal: AbortSignal): Promise<SignOutReport> {
    try {
      const session = this.#sessions.get(account) ?? (await this.#restore(account, signal));
      return (await session?.end(signal)) ?? {};
    } catch (error) {
      signal.throwIfAborted();
      if (!isClientError(error) || error.type === ErrorType.ValidationError) throw error;
      return { storeError: error };
    }
  }

  /** The backend throws only a {@link ClientError}. */
  async #revokeGiven(token: string, signal: AbortSignal): Promise<SignOutReport> {
    try {
      const applicationId = this.#application();
      await (await this.#backend(signal)).revokeToken({ applicationId, token }, signal);
      return {};
    } catch (error) {
      return { revocationError: error as ClientError };
    }
  }

  /**
   * The client for application commands. The signed-in player's token is enough for command permissions. Registering commands
   * also requires {@link ClientOptions.applicationCredential}. Each request uses a credential that its endpoint accepts. Returns
   * the same instance each time, so all calls share the rate limits. Its warnings are logged.
   *
   * @throws ClientError `missing_application_id`, or `invalid_credential` for `applicationCredential` (ValidationError).
   */
  get commands(): CommandsClient {
    this.#commands ??= this.#connect((options) => {
      const onWarning: CommandsClientOptions["onWarning"] = ({ message }) =>
        this.#log(LoggingSeverity.Warning, "commands", message);
      return new CommandsClient({ ...options, onWarning });
    });
    return this.#commands;
  }

  /**
   * The client for other endpoints. Uses the same credentials as {@link Client.commands}: the signed-in player's token, and
   * {@link ClientOptions.applicationCredential} if it is set.
   *
   * @throws ClientError The same errors as {@link Client.commands}.
   */
  get api(): ApiClient {
    this.#api ??= this.#connect((options) => new ApiClient(options));
    return this.#api;
  }

  #connect<C>(create: (options: ApiClientOptions) => C): C {
    const { service, fetch } = this.#connection;
    const client = create({
      applicationId: this.#application(),
      credential: {
        ...this.#applicationCredential,
        userToken: (rejected, scope) => this.#currentToken({ rejected, scope }),
      },
      apiBase: service.apiBase,
      timeoutMs: this.#requestTimeoutMs,
      fetch,
      limits: this.#limits,
      onSecret: (secret) => this.#secrets.register(secret),
    });
    this.#secrets.pin(this.#applicationCredential?.botToken);
    this.#secrets.pin(this.#applicationCredential?.clientSecret);
    return client;
  }

  /** Both are recreated with the new settings. */
  #dropClients(): void {
    this.#commands = undefined;
    this.#api = undefined;
  }

  /**
   * Aborts all pending calls with `aborted` and flushes the log. Afterwards, the client cannot be used and its sessions return no
   * tokens. A refresh that was already sent completes in the background, because its new tokens must be stored.
   *
   * @example
   * ```ts
   * import { Client } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * try {
   *   const session = await client.restoreSession();
   *   console.log(session ? `Hello, ${session.player?.name}.` : "Nobody is signed in.");
   * } finally {
   *   await client.close();
   * }
   * ```
   */
  async close(): Promise<void> {
    this.#calls.close();
    this.RemoveAuthorizeRequestCallback();
    this.#token.drop();
    await this.#connection.close();
    await this.#logger.close();
  }

  /** Calls {@link Client.close}, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #signInOnDevice(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    options: DeviceOptions,
    checkExternal?: () => ExternalAuth,
  ): Promise<TokenResult> {
    const { onPrompt, signal } = this.#guard(readDeviceOptions(options, "options"));
    const operation = { name: "Signing in on another device", signal, group: "device" } as const;
    return this.#calls.run(operation, async (end) => {
      const checked = DeviceAuthorizationArgs.from(args);
      const request = {
        applicationId: checked.ClientId() ?? this.#application(),
        scopes: parseScopes(checked.Scopes()),
        onPrompt,
        external: checkExternal?.(),
      };
      const backend = await this.#backend(end);
      return backend.getTokenFromDevice(request, end);
    });
  }

  async #exchange(options: GetTokenOptions, check: () => CodeExchange): Promise<TokenResult> {
    const { nonce, ...rest } = readGetTokenOptions(options, "options");
    return this.#run("Exchanging the authorization code", rest, async (signal) => {
      const exchange = check();
      const attempt = this.#attempts.find(exchange.code);
      checkBelongs(exchange, attempt);
      const expected = nonce === undefined ? attempt : { nonce };
      const backend = await this.#backend(signal);
      attempt?.reused?.throwIfAborted();
      const result = await tellingPage(
        backend.getToken({ ...exchange, scopes: attempt?.scopes, expected }, signal),
        attempt?.tell,
      );
      this.#attempts.useUp(exchange.code);
      const { refreshToken, accessToken } = result;
      await revokeWhenReused(attempt?.reused, {
        log: this.#log,
        revoke: () =>
          backend.revokeToken({ applicationId: exchange.applicationId, token: refreshToken ?? accessToken }),
      });
      return result;
    });
  }

  /** Registers a caller's token to be masked in the log. */
  #given(token: string): string {
    this.#secrets.register(token);
    return token;
  }

  #run<T>(name: string, options: CallOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#calls.run({ name, signal: readSignal(options) }, work);
  }

  /** Errors in the caller's callbacks are logged and do not fail the operation. */
  #guard<O extends object>(options: O): O {
    return safeCallbacks(options, this.#failed);
  }

  readonly #failed = (name: string, error: unknown): void =>
    this.#log(LoggingSeverity.Warning, "callback", `${name} failed: ${textOfError(error)}`);

  readonly #told = new WeakSet<object>();

  /** Logs each error once, even if it passes through nested calls. */
  #tellEnd(name: string, error: unknown): void {
    if (!isClientError(error) || this.#told.has(error)) return;
    this.#told.add(error);
    const { type, code, message, hint } = error;
    const severity = type === ErrorType.Aborted ? LoggingSeverity.Info : LoggingSeverity.Warning;
    this.#log(severity, "client", [`${name} ended with ${code}: ${message}`, hint].filter(Boolean).join(" "));
  }

  #check(
    args: AuthorizationArgs | AuthorizationInit,
    { consent, redirect }: Pick<SignInOptions, "consent" | "redirect">,
  ): CheckedAuthorization {
    const authorization = checkAuthorization(AuthorizationArgs.from(args), () => this.#application());
    checkConsent(consent, redirect, authorization);
    return authorization;
  }

  #signInContext(applicationId: Snowflake, player: string | undefined): signIns.SignInContext {
    const { service, open } = this.#connection;
    const application = `${new URL(service.issuer).host}/${applicationId}`;
    const store = (this.#store ??= keychainTokenStore());
    return {
      open,
      store,
      account: player ? `${application}/${player}` : application,
      player: player || undefined,
      application,
      images: service.isReal ? undefined : service.issuer,
      release: (session) => {
        this.#token.release(session);
        const name = player ?? "";
        if (this.#sessions.get(name) === session) this.#sessions.delete(name);
      },
      secrets: this.#secrets,
      log: this.#log,
      life: this.#calls,
    };
  }

  /** Throws if the operation was aborted during the load. */
  async #backend(signal: AbortSignal): Promise<Backend> {
    const { backend } = await this.#connection.open();
    signal.throwIfAborted();
    return backend;
  }

  #application(): Snowflake {
    if (this.#applicationId !== undefined) return this.#applicationId;
    throw validationError(
      "missing_application_id",
      "No application id is set.",
      "Pass applicationId, the id from the developer portal, to the Client, or call SetApplicationId.",
    );
  }

  async #currentToken(asked: AskedToken): Promise<string> {
    this.#calls.checkOpen();
    return this.#token.token(asked);
  }
}

function signInInProgress(): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "sign_in_in_progress",
    message: "A sign-in of this player is already in progress.",
    hint: "Wait for the first call, or end it with AbortAuthorize.",
  });
}

const loadSignIns = loadOnce(() => import("./sign-in/sign-in.ts"));

/** Throws if the operation was aborted during the load, before the store is used. */
async function loadSignIn(signal: AbortSignal): Promise<typeof signIns> {
  const loaded = await loadSignIns();
  signal.throwIfAborted();
  return loaded;
}
