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
import { telling, tellingAll, textOfError } from "./core/check/callback.ts";
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
 * The client library: its operations, spelled as in the vendor's documentation, with promises instead of callbacks
 * (Discord Social SDK, `Client`). Every operation fails with a {@link ClientError}. Prints nothing.
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
  /** The latest session of each account; an account without a name is "". */
  readonly #sessions = new Map<string, Session>();
  /** By account. */
  readonly #signingIn = new Map<string, { readonly signal: AbortSignal | undefined }>();
  readonly #token = new TokenInUse(async (token, signal) => {
    const backend = await this.#backend(signal);
    return backend.fetchExpiry(token, signal);
  });
  readonly #log = this.#logger.log.bind(this.#logger);
  /** One for all clients of the API that are made here, since they have one credential. */
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
   * Reads the options. Nothing is sent, opened or loaded yet.
   *
   * @throws ClientError (ValidationError) `unknown_option` for an option that does not exist, `invalid_id`,
   *   `invalid_base_url`, `conflicting_versions`, `invalid_port`, `invalid_addon_path`, `invalid_preference`,
   *   `invalid_page`, `invalid_credential`, or `invalid_argument` for the others.
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

  /** Scopes for rich presence: `openid sdk.social_layer_presence` (Discord Social SDK, OAuth2 Scopes). */
  static GetDefaultPresenceScopes(): string {
    return defaultPresenceScopes;
  }

  /** Scopes for presence, chat and lobbies: `openid sdk.social_layer` (Discord Social SDK, OAuth2 Scopes). */
  static GetDefaultCommunicationScopes(): string {
    return defaultCommunicationScopes;
  }

  /**
   * Names the application that later calls work for.
   *
   * @throws ClientError `invalid_id` for a JavaScript number or anything else that is not an id.
   */
  SetApplicationId(applicationId: SnowflakeInput): void {
    this.#applicationId = parseSnowflake(applicationId, "applicationId");
    this.#dropClients();
  }

  /** The id that was set, as a decimal string. */
  GetApplicationId(): Snowflake | undefined {
    return this.#applicationId;
  }

  /** A fresh verifier with its S256 challenge (RFC 7636). Use one per attempt. */
  CreateAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
    return createCodeVerifier();
  }

  /**
   * Sends the player to the service's authorize page in the system's browser and waits for the return, on a loopback
   * redirect (RFC 8252 §7.3) or a custom scheme (§7.1); or asks in the running desktop client, without either
   * ({@link AuthorizeOptions.consent}). State and PKCE are always there, made here where the arguments
   * hold none. Several calls at once do not disturb each other.
   *
   * @returns the code for {@link Client.GetToken}, with the redirect URI that must go with it and, where the arguments
   *   held no challenge, the verifier.
   * @throws ClientError before anything starts: `invalid_argument`, `missing_scope`, `invalid_scope`, `invalid_id`,
   *   `missing_application_id`, `invalid_timeout`, `invalid_redirect`, `invalid_consent`, `invalid_scheme`,
   *   `reserved_scheme`. Later: `access_denied` (Aborted: the player said no), `aborted`, `timeout`, `loopback_unavailable`,
   *   `port_unavailable`, `desktop_client_absent` and `desktop_client_unable` (Disabled) if no other place may be tried, the
   *   errors of a scheme's registration, `start_link_reused` (AuthorizationFailed: another person may have opened the link
   *   that the browser was started on; {@link Client.GetToken} fails with it if that turns out later), `issuer_mismatch`, or
   *   the OAuth `error` of the service (AuthorizationFailed).
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
      // The player was asked where `consent` says.
      return result as AuthorizationResultOf<Asked>;
    });
  }

  /** Ends every pending authorization of this client with `aborted`. Browser tabs stay open. */
  AbortAuthorize(): void {
    this.#signingIn.clear();
    this.#calls.abort("authorization");
  }

  /**
   * Tells the running desktop client that the game can link accounts, and calls `callback` when the player asks there to do it
   * (Discord Social SDK, `RegisterAuthorizeRequestCallback`): call {@link Client.Authorize} or {@link Client.signIn} in it. The player
   * looks at the desktop client at that moment. It replaces an earlier callback, is called at most once in five seconds, and does not
   * keep the process alive. A desktop client that starts later is found within a minute.
   *
   * Any program of the player can listen in the desktop client's place and ask: a request is no consent, and carries nothing.
   *
   * @throws ClientError `missing_application_id`, `invalid_argument` (ValidationError).
   */
  RegisterAuthorizeRequestCallback(callback: () => void): void {
    this.#calls.checkOpen();
    const name = "RegisterAuthorizeRequestCallback";
    const onRequest = telling(name, callable()(callback, "callback"), this.#failed);
    const applicationId = this.#application();
    this.RemoveAuthorizeRequestCallback();
    this.#requestWatch = new AbortController();
    void this.#watchRequests({ applicationId, onRequest }, this.#requestWatch.signal);
  }

  /** Ends {@link Client.RegisterAuthorizeRequestCallback}; without one it changes nothing. */
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
   * Registers what starts the game when the service opens `discord-<applicationId>://…` on this machine, or when a redirect
   * comes back and the game is no longer running. Call it at each start. A launch URL becomes the last argument; a redirect
   * is never passed on.
   *
   * @param command - the program in double quotes, then its arguments. Empty: the running program (inside an AppImage its
   *   file; on macOS the bundle). On macOS only a URL or nothing.
   * @returns false where the system does not allow it.
   * @throws ClientError (ValidationError) `invalid_id`, `invalid_command`.
   */
  RegisterLaunchCommand(applicationId: SnowflakeInput, command: string): boolean {
    this.#calls.checkOpen();
    return registerLaunchCommand(applicationId, command);
  }

  /**
   * Like {@link Client.RegisterLaunchCommand}, through Steam.
   *
   * @throws ClientError (ValidationError) `invalid_id`, `invalid_steam_app_id`.
   */
  RegisterLaunchSteamApplication(applicationId: SnowflakeInput, steamAppId: number): boolean {
    this.#calls.checkOpen();
    return registerLaunchSteamApplication(applicationId, steamAppId);
  }

  /**
   * Exchanges a code for tokens as a public client (RFC 6749 §4.1.3, RFC 7636 §4.5). The code is sent once, whatever
   * happens. The client does not start to use the token: call {@link Client.UpdateToken}.
   *
   * @param codeVerifier - `AuthorizationCodeVerifier.Verifier()` of this attempt.
   * @param redirectUri - exactly what `Authorize` returned: undefined for a code of the desktop client.
   * @param options - `nonce` where another client, or another process, has run `Authorize`: then only the caller knows it.
   * @throws ClientError `invalid_id`, `missing_code`, `invalid_code_verifier`, `invalid_redirect_uri` before anything
   *   is sent; `network_error`, `timeout`, or the service's refusal (HTTPError, with a hint) afterwards.
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
   * // Keep `token.refreshToken` where nobody but the player can read it: `RefreshToken` takes it once.
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
   * Signs the player in on another device, whole (RFC 8628): for machines without a browser, or where the player would
   * rather use the phone. Call {@link Client.UpdateToken} with the result.
   *
   * @param options - `onPrompt` is called with the QR code, the address and the code to show.
   * @throws ClientError `access_denied` (Aborted: the player said no), `expired_token` (AuthorizationFailed: start again),
   *   `aborted`, and everything that {@link Client.GetToken} throws after sending.
   */
  async GetTokenFromDevice(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    options: DeviceOptions,
  ): Promise<TokenResult> {
    return this.#signInOnDevice(args, options);
  }

  /** Ends every pending device sign-in of this client with `aborted`. */
  AbortGetTokenFromDevice(): void {
    this.#calls.abort("device");
  }

  /**
   * Trades a refresh token for a new pair (RFC 6749 §6). The old access and refresh token are dead afterwards.
   *
   * @throws ClientError `invalid_grant` (HTTPError) when it is used up, expired or revoked: run `Authorize` again.
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
   * Makes this client use `token` from now on, including {@link Client.commands}.
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
   * Ends every token of this player for the application, whichever of them is given (RFC 7009). A token that the
   * service does not know counts as revoked.
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
   * Exchanges the token of a publisher's application for one of a game of the publisher. There is no refresh token: the child
   * token ends with the parent's.
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
   * A token for a player without a Discord account, proven by another identity provider.
   *
   * @throws ClientError `invalid_external_auth` (ValidationError); HTTPError with error code 530010 when the player has
   *   linked an account: run {@link Client.Authorize}.
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

  /** {@link Client.GetToken}, and merges the player's provisional account into the real one. */
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

  /** {@link Client.GetTokenFromDevice}, and merges the player's provisional account into the real one. */
  async GetTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options: DeviceOptions,
  ): Promise<TokenResult> {
    return this.#signInOnDevice(args, options, () => checkExternalAuth(externalAuthType, externalAuthToken));
  }

  /** Separates the player's account from the provisional one again, and ends all their tokens. */
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
   * The player that a token belongs to; also shows whether the token still works. The client's own token is not touched.
   *
   * @throws ClientError HTTPError with status 401 for a token that does not work.
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

  /** Whether the client has a token, valid or not. */
  IsAuthenticated(): boolean {
    return this.#token.isThere;
  }

  /**
   * Calls `callback` once per token given to {@link Client.UpdateToken}, a minute before it ends or when it turns out to have
   * ended. The token of a session of {@link Client.signIn} is renewed instead.
   */
  SetTokenExpirationCallback(callback: () => void): void {
    this.#calls.checkOpen();
    const name = "SetTokenExpirationCallback";
    this.#token.setExpirationCallback(telling(name, callable()(callback, "callback"), this.#failed));
  }

  /**
   * Limits the time of each later request. Default 30 000.
   *
   * @param timeoutMs - milliseconds, a whole number from 1 to 2147483647.
   * @throws ClientError `invalid_timeout` (ValidationError).
   */
  SetHttpRequestTimeout(timeoutMs: number): void {
    this.#calls.checkOpen();
    this.#requestTimeoutMs = milliseconds()(timeoutMs, "timeoutMs");
    this.#dropClients();
  }

  /**
   * Calls `callback` for each log line of `minSeverity` or more, with every known secret masked.
   *
   * @returns whether it will be called: false without the addon, which filters secrets. The reason is a warning of the process.
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
   * Writes log lines of `minSeverity` or more to `discord.log` in `path`; `None` ends it. The log of the last start becomes
   * `discord.log.1`. Lines that wait for the disk are written when the game ends, but not when a signal ends it: handle that,
   * and call {@link Client.close}.
   *
   * @returns whether the file is open. Pipes, devices and links are not opened, and nothing is without the addon, which filters
   *   secrets. The reason goes to the log callbacks, or is a warning of the process where there are none.
   * @throws ClientError (ValidationError) `invalid_log_dir` for an empty path or one with a NUL character; `invalid_severity`.
   */
  SetLogDir(path: string, minSeverity: LoggingSeverity): boolean {
    this.#calls.checkOpen();
    return this.#logger.setDir(path, minSeverity);
  }

  /**
   * The whole way in one call: the tokens of an earlier run where they still live, else authorize, exchange and keep.
   *
   * @throws ClientError `sign_in_in_progress` (ClientNotReady) for a second call of the same account while the first is
   *   pending; `keychain_absent` or `keychain_binding_missing` (Disabled) before the player is asked;
   *   `missing_prompt` (ValidationError) for the device flow without `onPrompt`; and everything that {@link Client.Authorize}, {@link Client.GetToken} and
   *   {@link Client.GetTokenFromDevice} throw.
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
   *   // A sentence for the player; `message` and `hint` of the error are for you.
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

  /** Refuses a second sign-in of `account`, as of a button that is clicked twice, unless the first was aborted. */
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
   * The session of an earlier {@link Client.signIn}, without asking the player: undefined where nothing is kept. The service is
   * not asked either: whether the tokens still live shows when the session is used.
   *
   * @throws ClientError `missing_application_id` (ValidationError), or those of the store.
   *
   * @example
   * ```ts
   * import { Client } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * const session = await client.restoreSession();
   * if (session) {
   *   // The name was stored with the tokens: no connection is needed.
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

  /** Makes `session` the current one. */
  #use(session: Session, account = ""): void {
    this.#sessions.set(account, session);
    this.#token.useSession(session);
  }

  /**
   * The accounts that are signed in on this machine, each with the stored name of its player: for a game that lets several players
   * choose. An account without a name comes first; the others are in the order of their first sign-in. The service is not asked.
   *
   * @throws ClientError `missing_application_id` (ValidationError), or those of the store.
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
   * Signs a player out: revokes the tokens and deletes them here, even if the service cannot be reached. Does nothing if nobody is
   * signed in.
   *
   * @param options - `account` names the account, whether its session is the current one or only stored. Without it the current
   *   session ends, and with it a token of {@link Client.UpdateToken}, as a guest has. The current session is the last one that
   *   {@link Client.signIn} or {@link Client.restoreSession} returned. There is none after `restoreSession` has found nothing for
   *   another account. {@link Session.signOut} ends one certain session. An abort ends the wait for the
   *   service, which may still accept the tokens then; they are deleted here anyway.
   * @returns the failures, if there are any.
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
      if (!this.#token.isThere) this.#log(LoggingSeverity.Info, "client", "nobody is signed in now");
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

  /** Every failure of the backend is a {@link ClientError}. */
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
   * The commands client with the signed-in player's token: enough for command permissions. To register commands it needs the
   * application's own credential as well: {@link ClientOptions.applicationCredential}. Each endpoint gets a credential that it
   * accepts. The same client each time, so that all calls keep within the limits together. Its warnings are in the log.
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
   * The other endpoints, with the same credentials as {@link Client.commands}: the signed-in player's token, and the
   * application's own where {@link ClientOptions.applicationCredential} has it.
   *
   * @throws as {@link Client.commands}.
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

  /** The clients are made anew when their settings change. */
  #dropClients(): void {
    this.#commands = undefined;
    this.#api = undefined;
  }

  /**
   * Ends all pending calls with `aborted` and writes out the log. The client cannot be used afterwards, and its sessions
   * give no token. A refresh that was sent goes on unseen, so that its tokens are kept.
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

  /** The same as {@link Client.close}, for `await using`. */
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

  /** Masks a token of the caller in the log from here on. */
  #given(token: string): string {
    this.#secrets.register(token);
    return token;
  }

  #run<T>(name: string, options: CallOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#calls.run({ name, signal: readSignal(options) }, work);
  }

  /** Guards the game's callbacks: an error in one of them is logged and does not end the operation. */
  #guard<O extends object>(options: O): O {
    return tellingAll(options, this.#failed);
  }

  readonly #failed = (name: string, error: unknown): void =>
    this.#log(LoggingSeverity.Warning, "callback", `${name} failed: ${textOfError(error)}`);

  readonly #told = new WeakSet<object>();

  /** One line for the end of each call; a call inside another has the same error. */
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

  /** The backend, loaded by the first operation that needs it. An operation that was aborted meanwhile ends here. */
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

/** Loads the sign-in. If the operation was aborted meanwhile, it ends here, before the store is used. */
async function loadSignIn(signal: AbortSignal): Promise<typeof signIns> {
  const loaded = await loadSignIns();
  signal.throwIfAborted();
  return loaded;
}
