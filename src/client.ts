import type { AskPlayerOptions } from "./ask-player.ts";
import { AuthorizationArgs, type AuthorizationInit } from "./authorization/arguments.ts";
import type { AuthorizationResult } from "./authorization/authorization-result.ts";
import {
  type AuthorizationCodeVerifier,
  checkVerifier,
  createCodeVerifier,
} from "./authorization/code-verifier.ts";
import { NonceMemory } from "./authorization/nonce-memory.ts";
import { defaultCommunicationScopes, defaultPresenceScopes, parseScopes } from "./authorization/scopes.ts";
import type { AuthorizeOptions, Backend } from "./service/backend.ts";
import { detectSurroundings, type Surrounding } from "./browser/environment.ts";
import { type OpenBrowser, openSystemBrowser } from "./browser/open-browser.ts";
import { type BotCredential, type ClientCredential, CommandsClient } from "./commands/index.ts";
import { checkTimeoutMs, startDeadline } from "./http/deadline.ts";
import { ClientError, ErrorType, validationError } from "./errors.ts";
import type { Fetch } from "./http/send.ts";
import { loggedFetch } from "./service/logged-fetch.ts";
import { Logger, type LoggingSeverity } from "./log/logger.ts";
import { createRedactor } from "./log/redactor.ts";
import { Secrets } from "./log/secrets.ts";
import { registerLaunchCommand, registerLaunchSteamApplication } from "./redirect/launch.ts";
import type { LoopbackOptions } from "./redirect/loopback-options.ts";
import { prepareLoopback } from "./redirect/loopback.ts";
import type { PageOption } from "./redirect/page-appearance.ts";
import { defaultApiBase, defaultWebBase, describeService, type Service } from "./service/addresses.ts";
import { ServiceBackend } from "./service/service-backend.ts";
import type { Session, SignOutReport } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "./snowflake.ts";
import { keychainTokenStore } from "./store/keychain-token-store.ts";
import type { TokenStore } from "./store/token-store.ts";
import type { ChildTokenResult } from "./token/child.ts";
import type { CurrentUser } from "./token/current-user.ts";
import {
  DeviceAuthorizationArgs,
  type DeviceAuthorizationInit,
  type DeviceOptions,
} from "./token/device-arguments.ts";
import type { CodeExchange } from "./token/exchange.ts";
import { ExpirationWatch } from "./token/expiration-watch.ts";
import {
  type AuthenticationExternalAuthType,
  checkExternalAuth,
  type ExternalAuth,
} from "./token/external-auth.ts";
import type { ExchangeCode, RefreshOnServer } from "./token/own-server.ts";
import type { TokenResult } from "./token/token-result.ts";
import { type AuthorizationTokenType, checkBearer, checkToken } from "./token/token-type.ts";

const defaultRequestTimeoutMs = 30_000;
const permissionsScope = "applications.commands.permissions.update";

/** How a {@link Client} is set up. */
export interface ClientOptions {
  /** The application id; the same as calling `SetApplicationId`. */
  readonly applicationId?: SnowflakeInput | undefined;
  /** Base of the API. Default `https://discord.com/api/v10`. */
  readonly apiBase?: string | undefined;
  /** Base of the web pages, and the issuer of tokens. Default `https://discord.com`. */
  readonly webBase?: string | undefined;
  /** Where `signIn` keeps tokens. Default: the system's keychain. */
  readonly store?: TokenStore | undefined;
  /** Starts the player's browser. Default: the system's own. */
  readonly openBrowser?: OpenBrowser | undefined;
  /** Where the loopback redirect listens. Default: any free port of 127.0.0.1. */
  readonly loopback?: LoopbackOptions | undefined;
  /** The page that the player sees on coming back over the loopback redirect. Default: a plain one in 32 languages. */
  readonly page?: PageOption | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /**
   * The application's own credential, with which {@link Client.commands} registers commands as well. It is a secret of the
   * application: for the developer's own builds and servers, never in what players get.
   */
  readonly commandsCredential?: BotCredential | ClientCredential | undefined;
  /**
   * For confidential applications: sends the code, the verifier and the redirect URI to your own server, which has the client
   * secret. Used wherever a code is exchanged.
   */
  readonly exchangeCode?: ExchangeCode | undefined;
  /** For confidential applications: lets your own server refresh. Used wherever a token is refreshed. */
  readonly refreshToken?: RefreshOnServer | undefined;
}

/** What {@link Client.signIn} is asked for. */
export interface SignInOptions extends Omit<AuthorizationInit, "codeChallenge">, AskPlayerOptions {
  /** Tells several players on one machine apart; any text. */
  readonly account?: string | undefined;
}

/**
 * The client library: its operations, spelled as in the vendor's documentation, with promises instead of callbacks
 * (authorization-arguments, Endpoints). Every operation fails with a {@link ClientError}. Prints nothing.
 */
export class Client {
  readonly #service: Service;
  readonly #backend: Backend;
  readonly #secrets = new Secrets(createRedactor);
  readonly #logger = new Logger(() => this.#secrets.redactor());
  readonly #closing = new AbortController();
  readonly #nonces = new NonceMemory();
  readonly #fetch: Fetch;
  readonly #commandsCredential: BotCredential | ClientCredential | undefined;
  /** A game that starts the browser itself knows better than we what can be shown. */
  readonly #surroundings: readonly Surrounding[];
  readonly #authorizing = new Set<AbortController>();
  readonly #polling = new Set<AbortController>();
  #requestTimeoutMs = defaultRequestTimeoutMs;
  readonly #expiration = new ExpirationWatch((token, signal) => this.#backend.fetchExpiry(token, signal));
  #applicationId: Snowflake | undefined;
  #store: TokenStore | undefined;
  /** Given the token that the service has just refused, if it has. */
  #accessToken: ((rejected?: string) => Promise<string>) | undefined;
  #commands: CommandsClient | undefined;
  #signedIn: Session | undefined;

  /** @throws ClientError `invalid_id`, `invalid_base_url`, `invalid_port`, `invalid_preference` or `invalid_page` (ValidationError). */
  constructor(options: ClientOptions = {}) {
    this.#service = describeService(options.apiBase ?? defaultApiBase, options.webBase ?? defaultWebBase);
    this.#store = options.store;
    this.#commandsCredential = options.commandsCredential;
    if (options.applicationId !== undefined) this.SetApplicationId(options.applicationId);
    const log = this.#logger.log.bind(this.#logger);
    this.#fetch = loggedFetch(options.fetch ?? fetch, log);
    this.#surroundings = options.openBrowser ? [] : detectSurroundings();
    this.#backend = new ServiceBackend({
      service: this.#service,
      secrets: this.#secrets,
      openBrowser: options.openBrowser ?? openSystemBrowser,
      openLoopback: prepareLoopback(options.loopback, options.page),
      surroundings: this.#surroundings,
      log,
      requestTimeoutMs: () => this.#requestTimeoutMs,
      fetch: this.#fetch,
      exchangeCode: options.exchangeCode,
      refreshToken: options.refreshToken,
    });
  }

  /** Scopes for rich presence: `openid sdk.social_layer_presence` (authorization-arguments, Authentication 1). */
  static GetDefaultPresenceScopes(): string {
    return defaultPresenceScopes;
  }

  /** Scopes for presence, chat and lobbies: `openid sdk.social_layer` (authorization-arguments, Authentication 1). */
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
    this.#commands = undefined;
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
   * redirect (RFC 8252 §7.3) or a custom scheme (§7.1). State and PKCE are always there, made here where the arguments
   * hold none. Several calls at once do not disturb each other.
   *
   * @returns the code for {@link Client.GetToken}, with the redirect URI that must go with it and, where the arguments
   *   held no challenge, the verifier.
   * @throws ClientError before anything starts: `invalid_arguments`, `missing_scopes`, `invalid_scopes`, `invalid_id`,
   *   `missing_application_id`, `invalid_timeout`, `invalid_redirect`, `invalid_scheme`, `reserved_scheme`. Later:
   *   `access_denied` (Aborted: the player said no), `aborted`, `timeout`, `loopback_unavailable`, `port_unavailable`,
   *   those of a scheme's registration, `issuer_mismatch`, or the OAuth `error` of the service (AuthorizationFailed).
   */
  async Authorize(
    args: AuthorizationArgs | AuthorizationInit,
    options: AuthorizeOptions = {},
  ): Promise<AuthorizationResult> {
    this.#alive();
    const request = AuthorizationArgs.from(args).Clone();
    parseScopes(request.Scopes());
    const clientId = request.ClientId() ?? this.#application();
    const result = await this.#abortable(this.#authorizing, [options.signal], (signal) =>
      this.#backend.authorize(clientId, request, { ...options, signal }),
    );
    this.#nonces.remember(result.code, request.Nonce());
    return result;
  }

  /** Ends every authorization of this client that is under way, with `aborted`. Browser tabs stay open. */
  AbortAuthorize(): void {
    for (const authorization of this.#authorizing) authorization.abort();
  }

  /**
   * Registers what starts the game when the service opens `discord-<applicationId>://…` on this machine
   * ({@link registerLaunchCommand}). Call it at each start.
   *
   * @param command - the program in double quotes, then its arguments; empty for the running program.
   * @returns false where the system does not allow it.
   * @throws ClientError (ValidationError) `invalid_id`, `invalid_command`.
   */
  RegisterLaunchCommand(applicationId: SnowflakeInput, command: string): boolean {
    this.#alive();
    return registerLaunchCommand(applicationId, command);
  }

  /**
   * Like {@link Client.RegisterLaunchCommand}, through Steam.
   *
   * @throws ClientError (ValidationError) `invalid_id`, `invalid_steam_app_id`.
   */
  RegisterLaunchSteamApplication(applicationId: SnowflakeInput, steamAppId: number): boolean {
    this.#alive();
    return registerLaunchSteamApplication(applicationId, steamAppId);
  }

  /**
   * Exchanges a code for tokens as a public client (RFC 6749 §4.1.3, RFC 7636 §4.5). The code is sent once, whatever
   * happens. The client does not start to use the token: call {@link Client.UpdateToken}.
   *
   * @param codeVerifier - `AuthorizationCodeVerifier.Verifier()` of this attempt.
   * @param redirectUri - exactly what `Authorize` returned.
   * @throws ClientError `invalid_id`, `missing_code`, `invalid_code_verifier`, `invalid_redirect_uri` before anything
   *   is sent; `network_error`, `timeout`, or the service's refusal (HTTPError, with a hint) afterwards.
   */
  async GetToken(
    applicationId: SnowflakeInput,
    code: string,
    codeVerifier: string,
    redirectUri: string,
  ): Promise<TokenResult> {
    this.#alive();
    const exchange = this.#exchange(applicationId, code, codeVerifier, redirectUri);
    return this.#backend.getToken(exchange, this.#closing.signal);
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
    this.#alive();
    return this.#signInOnDevice(args, options);
  }

  /** Ends every device sign-in of this client that is under way, with `aborted`. */
  AbortGetTokenFromDevice(): void {
    for (const device of this.#polling) device.abort();
  }

  /**
   * Trades a refresh token for a new pair (RFC 6749 §6). The old access and refresh token are dead afterwards.
   *
   * @throws ClientError `invalid_grant` (HTTPError) when it is used up, expired or revoked: run `Authorize` again.
   */
  async RefreshToken(applicationId: SnowflakeInput, refreshToken: string): Promise<TokenResult> {
    this.#alive();
    const clientId = parseSnowflake(applicationId, "applicationId");
    return this.#backend.refreshToken(
      clientId,
      checkToken(refreshToken, "refresh token"),
      this.#closing.signal,
    );
  }

  /**
   * Makes `token` the one that this client uses from now on, {@link Client.commands} included.
   *
   * @throws ClientError `invalid_token_type` or `missing_token` (ValidationError).
   */
  async UpdateToken(tokenType: AuthorizationTokenType, token: string): Promise<void> {
    this.#alive();
    const checked = checkBearer(tokenType, token);
    this.#secrets.register(checked);
    this.#accessToken = () => Promise.resolve(checked);
    this.#expiration.watch(checked);
    return Promise.resolve();
  }

  /**
   * Ends every token of this player for the application, whichever of them is given (RFC 7009). A token that the
   * service does not know counts as revoked.
   */
  async RevokeToken(applicationId: SnowflakeInput, token: string): Promise<void> {
    this.#alive();
    const clientId = parseSnowflake(applicationId, "applicationId");
    await this.#backend.revokeToken(clientId, checkToken(token, "token"), this.#closing.signal);
  }

  /**
   * Exchanges the token of a publisher's application for one of a game of the publisher. There is no refresh token: the child
   * token ends with the parent's.
   */
  async ExchangeChildToken(
    parentToken: string,
    childApplicationId: SnowflakeInput,
  ): Promise<ChildTokenResult> {
    this.#alive();
    const childId = parseSnowflake(childApplicationId, "childApplicationId");
    const token = checkToken(parentToken, "parent token");
    return this.#backend.exchangeChildToken(token, childId, this.#closing.signal);
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
  ): Promise<TokenResult> {
    this.#alive();
    const clientId = parseSnowflake(applicationId, "applicationId");
    const external = checkExternalAuth(externalAuthType, externalAuthToken);
    return this.#backend.getProvisionalToken(clientId, external, this.#closing.signal);
  }

  /** {@link Client.GetToken}, and merges the player's provisional account into the real one. */
  async GetTokenFromProvisionalMerge(
    applicationId: SnowflakeInput,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
  ): Promise<TokenResult> {
    this.#alive();
    const external = checkExternalAuth(externalAuthType, externalAuthToken);
    const exchange = this.#exchange(applicationId, code, codeVerifier, redirectUri);
    return this.#backend.getToken({ ...exchange, external }, this.#closing.signal);
  }

  /** {@link Client.GetTokenFromDevice}, and merges the player's provisional account into the real one. */
  async GetTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options: DeviceOptions,
  ): Promise<TokenResult> {
    this.#alive();
    return this.#signInOnDevice(args, options, checkExternalAuth(externalAuthType, externalAuthToken));
  }

  /** Separates the player's account from the provisional one again, and ends all their tokens. */
  async UnmergeIntoProvisionalAccount(
    applicationId: SnowflakeInput,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
  ): Promise<void> {
    this.#alive();
    const clientId = parseSnowflake(applicationId, "applicationId");
    const external = checkExternalAuth(externalAuthType, externalAuthToken);
    await this.#backend.unmergeIntoProvisionalAccount(clientId, external, this.#closing.signal);
  }

  /**
   * Whom a token belongs to; also a way to find out whether it still works. The client's own token is not touched.
   *
   * @throws ClientError HTTPError with status 401 for a token that does not work.
   */
  async FetchCurrentUser(tokenType: AuthorizationTokenType, token: string): Promise<CurrentUser> {
    this.#alive();
    return this.#backend.fetchCurrentUser(checkBearer(tokenType, token), this.#closing.signal);
  }

  /** Whether the client has a token, valid or not. */
  IsAuthenticated(): boolean {
    return this.#accessToken !== undefined;
  }

  /**
   * Calls `callback` once per token given to {@link Client.UpdateToken}, a minute before it ends or when it turns out to have
   * ended. The token of a session of {@link Client.signIn} is renewed instead.
   */
  SetTokenExpirationCallback(callback: () => void): void {
    this.#alive();
    this.#expiration.setCallback(callback);
  }

  /**
   * Limits the time of each later request. Default 30 000.
   *
   * @param timeoutMs - milliseconds, a whole number from 1 to 2147483647.
   * @throws ClientError `invalid_timeout` (ValidationError).
   */
  SetHttpRequestTimeout(timeoutMs: number): void {
    this.#alive();
    this.#requestTimeoutMs = checkTimeoutMs(timeoutMs, "The request timeout");
    this.#commands = undefined;
  }

  /**
   * Calls `callback` for each log line of `minSeverity` or more, with every known secret masked.
   *
   * @throws ClientError `addon_unavailable` (Disabled): without the addon nothing can be filtered, so nothing is logged.
   */
  AddLogCallback(
    callback: (message: string, severity: LoggingSeverity) => void,
    minSeverity: LoggingSeverity,
  ): void {
    this.#alive();
    this.#logger.addCallback(callback, minSeverity);
  }

  /**
   * Writes log lines of `minSeverity` or more to `discord.log` in `path`, replacing an old one; `None` ends it. Lines that
   * wait for the disk are written when the game ends, but not when a signal ends it: handle that, and call
   * {@link Client.close}.
   *
   * @returns whether the file could be opened.
   * @throws ClientError `addon_unavailable` (Disabled): without the addon nothing can be filtered, so nothing is logged.
   */
  SetLogDir(path: string, minSeverity: LoggingSeverity): boolean {
    this.#alive();
    return this.#logger.setDir(path, minSeverity);
  }

  /**
   * The whole way in one call: the tokens of an earlier run where they still live, else authorize, exchange and keep.
   *
   * @throws ClientError of the store before the player is bothered (`keychain_…`), `missing_prompt` (ValidationError) for
   *   the device flow without `onPrompt`, and everything that {@link Client.Authorize}, {@link Client.GetToken} and
   *   {@link Client.GetTokenFromDevice} throw.
   */
  async signIn(options: SignInOptions): Promise<Session> {
    this.#alive();
    const args = AuthorizationArgs.from({ ...options, codeChallenge: undefined });
    const clientId = args.ClientId() ?? this.#application();
    const store = (this.#store ??= keychainTokenStore());
    const account = [new URL(this.#service.issuer).host, clientId, options.account].filter(Boolean).join("/");
    const log = this.#logger.log.bind(this.#logger);
    const context = {
      backend: this.#backend,
      clientId,
      surroundings: this.#surroundings,
      store,
      account,
      secrets: this.#secrets,
      log,
    };
    const session = await this.#abortable(this.#authorizing, [options.signal], (signal) =>
      signIn(context, args, { ...options, signal }),
    );
    this.#signedIn = session;
    this.#accessToken = (rejected) => permissionsToken(session, rejected);
    this.#expiration.stop();
    return session;
  }

  /**
   * Revokes the tokens of the session and forgets them here, even when the service cannot be told. Does nothing when
   * nobody is signed in.
   *
   * @returns what could not be done, if anything.
   */
  async signOut(): Promise<SignOutReport> {
    const signedIn = this.#signedIn;
    if (!signedIn) return {};
    this.#alive();
    this.#signedIn = undefined;
    this.#accessToken = undefined;
    return signedIn.end();
  }

  /**
   * The commands client with the signed-in player's token: enough for command permissions. To register commands it
   * needs the application's own credential as well: {@link ClientOptions.commandsCredential}. Each endpoint gets the one
   * that it accepts. The same client each time, so that all calls keep within the limits together.
   *
   * @throws ClientError `missing_application_id`, or `invalid_credential` for `commandsCredential` (ValidationError).
   */
  get commands(): CommandsClient {
    this.#commands ??= this.#createCommands();
    return this.#commands;
  }

  #createCommands(): CommandsClient {
    const commands = new CommandsClient({
      applicationId: this.#application(),
      credential: {
        ...this.#commandsCredential,
        userToken: (rejected) => this.#currentToken(rejected),
      },
      baseUrl: this.#service.apiBase,
      timeoutMs: this.#requestTimeoutMs,
      fetch: this.#fetch,
      onSecret: (secret) => this.#secrets.register(secret),
    });
    const own: Partial<BotCredential & ClientCredential> = this.#commandsCredential ?? {};
    this.#secrets.pin(own.botToken);
    this.#secrets.pin(own.clientSecret);
    return commands;
  }

  /** Ends what is under way with `aborted` and writes out the log. The client cannot be used afterwards. */
  async close(): Promise<void> {
    this.AbortAuthorize();
    this.#closing.abort();
    this.#expiration.stop();
    this.#accessToken = undefined;
    await this.#logger.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #signInOnDevice(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    options: DeviceOptions,
    external?: ExternalAuth,
  ): Promise<TokenResult> {
    const init = DeviceAuthorizationArgs.from(args);
    const request = {
      clientId: init.ClientId() ?? this.#application(),
      scopes: parseScopes(init.Scopes()),
      onPrompt: options.onPrompt,
      external,
    };
    return this.#abortable(this.#polling, [this.#closing.signal, options.signal], (signal) =>
      this.#backend.getTokenFromDevice(request, signal),
    );
  }

  #exchange(
    applicationId: SnowflakeInput,
    code: string,
    codeVerifier: string,
    redirectUri: string,
  ): CodeExchange {
    const clientId = parseSnowflake(applicationId, "applicationId");
    if (typeof code !== "string" || code === "") {
      throw validationError(
        "missing_code",
        "The authorization code is missing.",
        "Pass the code that Authorize returned.",
      );
    }
    checkVerifier(codeVerifier);
    if (typeof redirectUri !== "string" || !URL.canParse(redirectUri)) {
      throw validationError(
        "invalid_redirect_uri",
        "The redirect URI is not a URI.",
        "Pass exactly what Authorize returned.",
      );
    }
    return { clientId, code, codeVerifier, redirectUri, nonce: this.#nonces.take(code) };
  }

  /** Runs an authorization that can be ended by each of `signals`, and with all those that are under way with it. */
  async #abortable<T>(
    underWay: Set<AbortController>,
    signals: readonly (AbortSignal | undefined)[],
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const stop = new AbortController();
    using end = startDeadline("The authorization", undefined, [stop.signal, ...signals]);
    underWay.add(stop);
    try {
      return await run(end.signal);
    } finally {
      underWay.delete(stop);
    }
  }

  #application(): Snowflake {
    if (this.#applicationId !== undefined) return this.#applicationId;
    throw validationError(
      "missing_application_id",
      "No application id is set.",
      "Call SetApplicationId with the id from the developer portal.",
    );
  }

  async #currentToken(rejected: string | undefined): Promise<string> {
    if (this.#accessToken) return await this.#accessToken(rejected);
    throw new ClientError({
      type: ErrorType.ClientNotReady,
      code: "not_signed_in",
      message: "The client has no token.",
      hint: "Call signIn or UpdateToken first.",
    });
  }

  #alive(): void {
    if (!this.#closing.signal.aborted) return;
    throw new ClientError({
      type: ErrorType.ClientDestroyed,
      code: "client_closed",
      message: "The client was closed.",
      hint: "Make a new Client.",
    });
  }
}

/** What a commands client asks for: a token that may edit permissions. */
async function permissionsToken(session: Session, rejected: string | undefined): Promise<string> {
  const { scopes } = session;
  if (scopes === "" || scopes.split(" ").includes(permissionsScope)) return session.accessToken({ rejected });
  throw validationError(
    "missing_scope",
    `Editing command permissions needs the scope ${permissionsScope}; the player has granted: ${scopes}.`,
    `Sign in again with ${permissionsScope} among the scopes, as a user who manages the guild and its roles.`,
  );
}
