import { milliseconds, parseSnowflake } from "./core/check/readers.ts";
import { inspectAs } from "./core/printing.ts";
import type { CredentialFields } from "./core/request/credential.ts";
import { type ApiClientOptions, OwnLimits } from "./core/request/transport.ts";
import { ClientContext } from "./client/context.ts";
import {
  type ClientOptions,
  type ConnectOptions,
  readClientOptions,
  readConnectOptions,
} from "./client/options.ts";
import { ClientSessions } from "./client/sessions.ts";
import { Presence } from "./client/presence.ts";
import type { TokenRequest } from "./client/token-in-use.ts";
import type { ConnectionStatus } from "./social-sdk/connection.ts";
import { CommandsClient, type CommandsClientOptions } from "./commands/client.ts";
import { LoggingSeverity } from "./log/logger.ts";
import { setAddonPath } from "./native/load.ts";
import { ApiClient } from "./resources/client.ts";
import { registerLaunchCommand, registerLaunchSteamApplication } from "./sign-in/redirect/launch.ts";
import { checkedStore } from "./store/token-store.ts";
import { defaultCommunicationScopes, defaultPresenceScopes } from "./tokens/scopes.ts";
import type { Snowflake, SnowflakeInput } from "./wire/snowflake.ts";

/**
 * Signs players in and manages their tokens. Operations have the same names as in Discord's documentation (Discord Social SDK,
 * `Client`) but return promises. They reject with a {@link ClientError} and never print anything.
 *
 * @stable
 */
export class Client extends ClientSessions {
  static {
    inspectAs(this.prototype, (client) => ({
      applicationId: client.#context.applicationId,
      apiBase: client.#context.service.apiBase,
      isAuthenticated: client.IsAuthenticated(),
    }));
  }
  readonly #context: ClientContext;
  /** Shared by `commands` and `api`, which use the same credentials and are therefore subject to the same rate limits. */
  readonly #limits = new OwnLimits();
  readonly #applicationCredential: CredentialFields | undefined;
  #commands: CommandsClient | undefined;
  #api: ApiClient | undefined;
  #presence: Presence | undefined;

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
    const context = new ClientContext(checked);
    super(context, checked.store && checkedStore(checked.store, (text) => context.secrets.clean(text)));
    this.#context = context;
    this.#applicationCredential = checked.applicationCredential;
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
   * Sets the application id for later calls.
   *
   * @throws ClientError `invalid_id` if `applicationId` is not a snowflake, for example if it is a JavaScript number.
   */
  SetApplicationId(applicationId: SnowflakeInput): void {
    this.#context.applicationId = parseSnowflake(applicationId, "applicationId");
    this.#dropClients();
  }

  /** Returns the application id as a decimal string, or `undefined` if none is set. */
  GetApplicationId(): Snowflake | undefined {
    return this.#context.applicationId;
  }

  /**
   * Registers the command that starts the game when the service opens `discord-<applicationId>://…` on this machine, or when a
   * redirect arrives after the game has exited. Call this each time the game starts. A launch URL is appended as the last
   * argument; redirects are never passed to the command.
   *
   * @param command - The program in double quotes, followed by its arguments. An empty string stands for the current executable
   *   (inside an AppImage, the AppImage file; on macOS, the bundle). macOS accepts only a URL or an empty string.
   * @returns `false` if the system does not allow it.
   * @throws ClientError (ValidationError) `invalid_id`, `invalid_command`.
   */
  RegisterLaunchCommand(applicationId: SnowflakeInput, command: string): boolean {
    this.#context.calls.checkOpen();
    return registerLaunchCommand(applicationId, command);
  }

  /**
   * Like {@link Client.RegisterLaunchCommand}, but starts the game through Steam.
   *
   * @throws ClientError (ValidationError) `invalid_id`, `invalid_steam_app_id`.
   */
  RegisterLaunchSteamApplication(applicationId: SnowflakeInput, steamAppId: number): boolean {
    this.#context.calls.checkOpen();
    return registerLaunchSteamApplication(applicationId, steamAppId);
  }

  /**
   * Sets the timeout for later requests. Default: 30,000.
   *
   * @param timeoutMs - Milliseconds, an integer from 1 to 2147483647.
   * @throws ClientError `invalid_timeout` (ValidationError).
   */
  SetHttpRequestTimeout(timeoutMs: number): void {
    this.#context.calls.checkOpen();
    this.#context.requestTimeoutMs = milliseconds()(timeoutMs, "timeoutMs");
    this.#dropClients();
  }

  /**
   * Adds a callback for log lines of at least `minSeverity`. Known secrets are masked.
   *
   * @returns `false` if the native addon, which masks secrets, is unavailable. The callback is then never called, and a process
   *   warning states why.
   * @throws ClientError `invalid_argument` or `invalid_severity` (ValidationError).
   */
  AddLogCallback(
    callback: (message: string, severity: LoggingSeverity) => void,
    minSeverity: LoggingSeverity,
  ): boolean {
    this.#context.calls.checkOpen();
    return this.#context.logger.addCallback(callback, minSeverity);
  }

  /**
   * Writes log lines of at least `minSeverity` to `discord.log` in the directory `path`; `None` stops writing. The previous run's
   * log is renamed to `discord.log.1`. Buffered lines are flushed on a normal exit but lost if a signal terminates the process,
   * so handle the signal and call {@link Client.close}.
   *
   * @returns Whether the file was opened. Pipes, devices and links are rejected. Logging also requires the native addon, which
   *   masks secrets. The reason for a failure is sent to the log callbacks or, if there are none, emitted as a process warning.
   * @throws ClientError (ValidationError) `invalid_log_dir` if the path is empty or contains a NUL character; `invalid_severity`.
   */
  SetLogDir(path: string, minSeverity: LoggingSeverity): boolean {
    this.#context.calls.checkOpen();
    return this.#context.logger.setDir(path, minSeverity);
  }

  /**
   * The client for application commands. The signed-in player's token is sufficient for command permissions. Registering commands
   * also requires {@link ClientOptions.applicationCredential}. Each request uses a credential that its endpoint accepts. Always
   * returns the same instance, because all calls share the rate limits. Its warnings are logged.
   *
   * @throws ClientError (ValidationError) `missing_application_id`; `invalid_credential` if `applicationCredential` is invalid.
   */
  get commands(): CommandsClient {
    this.#commands ??= this.#connect((options) => {
      const onWarning: CommandsClientOptions["onWarning"] = ({ message }) =>
        this.#context.log(LoggingSeverity.Warning, "commands", message);
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

  /** Shows what the player is doing in the game, through the desktop client. Always returns the same object. */
  get presence(): Presence {
    return (this.#presence ??= new Presence(this.#context));
  }

  /** The status of the Social SDK's connection. Always `disconnected` if the client uses HTTP. @experimental */
  get status(): ConnectionStatus {
    return this.#context.library?.connection.status ?? "disconnected";
  }

  /**
   * Connects to Discord through the Social SDK with the signed-in player's token. Resolves once the connection is ready. There is
   * no time limit unless `signal` sets one. While the connection is open, {@link Client.presence} uses it. Renewed tokens are
   * passed to the library before the old ones expire. The connection keeps the process alive until {@link Client.disconnect} or
   * {@link Client.close}.
   *
   * @param options - `onStatus` receives every change of {@link Client.status}.
   * @throws ClientError `no_connection` (Disabled) if the client uses HTTP; `not_signed_in` (ClientNotReady);
   *   `social_sdk_unavailable` (Disabled); `connection_failed` (NetworkError); or an error from the session.
   *
   * @experimental
   */
  async connect(options: ConnectOptions = {}): Promise<void> {
    const context = this.#context;
    const { signal: given, onStatus } = context.guardAll(readConnectOptions(options, "options"));
    const name = "Connecting through the Social SDK";
    await context.calls.run({ name, signal: given }, async (signal) => {
      const { connection } = await context.connection(signal);
      const token = (rejected: string | undefined) => context.token.token({ rejected, scope: undefined });
      await connection.connect({ token, signal, onStatus });
      this.#presence?.reconnect();
    });
  }

  /** Closes the connection, if any. The player stays signed in. @experimental */
  disconnect(): void {
    this.#context.library?.connection.disconnect();
  }

  #connect<C>(create: (options: ApiClientOptions) => C): C {
    const { service, fetch, secrets, calls, token, requestTimeoutMs } = this.#context;
    const credential = this.#applicationCredential;
    const userToken = async (rejected: TokenRequest["rejected"], scope: string): Promise<string> => {
      calls.checkOpen();
      return token.token({ rejected, scope });
    };
    const client = create({
      applicationId: this.#context.application(),
      credential: { ...credential, userToken },
      apiBase: service.apiBase,
      timeoutMs: requestTimeoutMs,
      fetch,
      limits: this.#limits,
      onSecret: (secret) => secrets.register(secret),
    });
    secrets.pin(credential?.botToken);
    secrets.pin(credential?.clientSecret);
    return client;
  }

  /** The commands and API clients are recreated with the new settings on their next use. */
  #dropClients(): void {
    this.#commands = undefined;
    this.#api = undefined;
  }

  /**
   * Aborts all pending calls with `aborted` and flushes the log. A closed client cannot be used, and its sessions return no
   * tokens. A refresh that has already been sent completes in the background, because the new tokens must be stored.
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
    this.#context.calls.close();
    this.RemoveAuthorizeRequestCallback();
    this.#context.token.drop();
    await this.#presence?.close();
    await this.#context.close();
  }

  /** Calls {@link Client.close}, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
