import { safeCallback, safeCallbacks, textOfError } from "../core/check/callback.ts";
import { abortedError, ClientError, ErrorType, isClientError, validationError } from "../core/errors.ts";
import { loadOnce } from "../core/lazy.ts";
import { orAborted } from "../core/request/abort.ts";
import { type Deadline, startDeadline } from "../core/request/deadline.ts";
import type { Fetch } from "../core/request/addresses.ts";
import { type CallOptions, readCallOptions } from "../core/request/transport.ts";
import { type Log, Logger, LoggingSeverity } from "../log/logger.ts";
import { createRedactor } from "../log/redactor.ts";
import { Secrets } from "../log/secrets.ts";
import {
  AuthorizationArgs,
  type AuthorizationInit,
  type CheckedAuthorization,
  checkAuthorization,
} from "../sign-in/arguments.ts";
import { type AskPlayerOptions, checkConsent } from "../sign-in/options.ts";
import { checkOwnPage } from "../sign-in/page/page-appearance.ts";
import type { OpenSocialSdk, SocialSdk } from "../social-sdk/social-sdk.ts";
import type { Backend } from "../tokens/backend.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { OpenConnection } from "./open-connection.ts";
import { type CheckedClientOptions, readService } from "./options.ts";
import { TokenInUse } from "./token-in-use.ts";

export class ClientContext {
  readonly secrets: Secrets = new Secrets(createRedactor);
  readonly logger: Logger = new Logger(() => this.secrets.redactor());
  readonly log: Log = this.logger.log.bind(this.logger);
  readonly calls: PendingCalls = new PendingCalls((name, error) => this.reportEnd(name, error));
  readonly token: TokenInUse = new TokenInUse(async (token, signal) =>
    (await this.backend(signal)).fetchExpiry(token, signal),
  );
  readonly signingIn: Map<string, { readonly signal: AbortSignal | undefined }> = new Map();
  readonly service: Service;
  readonly fetch: Fetch;
  /** Loads the modules that operations need, on the first call. */
  readonly open: () => Promise<OpenConnection>;
  applicationId: Snowflake | undefined;
  requestTimeoutMs: number = 30_000;
  readonly #sdk: SocialSdk | undefined;
  readonly #reported = new WeakSet<object>();
  #opened: OpenConnection | undefined;

  constructor(options: CheckedClientOptions) {
    this.applicationId = options.applicationId;
    this.service = readService(options);
    this.fetch = loggedFetch(options.fetch ?? fetch, this.log);
    checkOwnPage(options.page);
    this.#sdk = options.backend;
    this.#sdk?.checkOptions(options);
    this.open = loadOnce(async () => {
      const opening = await import("./open-connection.ts");
      const { service, fetch: send, secrets, log } = this;
      const requestTimeoutMs = () => this.requestTimeoutMs;
      return (this.#opened = new opening.OpenConnection(options, {
        service,
        fetch: send,
        secrets,
        log,
        requestTimeoutMs,
        application: () => this.application(),
      }));
    });
  }

  /** Rejects if the operation was aborted while loading. */
  async backend(signal: AbortSignal): Promise<Backend> {
    const { backend } = await this.open();
    signal.throwIfAborted();
    return backend;
  }

  async close(): Promise<void> {
    await this.#opened?.close();
    await this.logger.close();
  }

  run<T>(name: string, options: CallOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = readCallOptions(options, "options");
    return this.calls.run({ name, signal }, work);
  }

  application(): Snowflake {
    if (this.applicationId !== undefined) return this.applicationId;
    throw validationError(
      "missing_application_id",
      "No application id is set.",
      "Pass the applicationId from the developer portal to the Client, or call SetApplicationId.",
    );
  }

  checkAuthorization(
    args: AuthorizationArgs | AuthorizationInit,
    options: AskPlayerOptions,
  ): CheckedAuthorization {
    const { consent, redirect } = options;
    this.#sdk?.checkOptions(options);
    const authorization = checkAuthorization(AuthorizationArgs.from(args), () => this.application());
    checkConsent(consent, redirect, authorization);
    return authorization;
  }

  /** @throws ClientError `no_connection` (Disabled) if the client uses HTTP. */
  async connection(signal: AbortSignal): Promise<OpenSocialSdk> {
    const { library } = await this.open();
    signal.throwIfAborted();
    if (library) return library;
    throw new ClientError({
      type: ErrorType.Disabled,
      code: "no_connection",
      message: "A connection to Discord requires the Social SDK, but this client uses HTTP.",
      hint: 'Pass backend: socialSdk() from "slashpass/social-sdk" to the Client.',
    });
  }

  /** The library, if an operation has opened it. */
  get library(): OpenSocialSdk | undefined {
    return this.#opened?.library;
  }

  /** Wraps a caller's callback. Its errors are logged and do not fail the operation. */
  guard<A extends readonly unknown[]>(name: string, callback: (...args: A) => unknown): (...args: A) => void {
    return safeCallback(name, callback, this.#callbackFailed);
  }

  /** Applies `guard` to every `on…` function. */
  guardAll<O extends object>(options: O): O {
    return safeCallbacks(options, this.#callbackFailed);
  }

  readonly #callbackFailed = (name: string, error: unknown): void =>
    this.log(LoggingSeverity.Warning, "callback", `${name} failed: ${textOfError(error)}`);

  /** Logs each error only once, even if it passes through nested calls. */
  reportEnd(name: string, error: unknown): void {
    if (!isClientError(error) || this.#reported.has(error)) return;
    this.#reported.add(error);
    const { type, code, message, hint } = error;
    const severity = type === ErrorType.Aborted ? LoggingSeverity.Info : LoggingSeverity.Warning;
    this.log(severity, "client", [`${name} ended with ${code}: ${message}`, hint].filter(Boolean).join(" "));
  }
}

/** Returns a fetch function with a `log` method, which `send` calls with a line about each request. */
export function loggedFetch(inner: Fetch, log: Log): Fetch {
  const logged: Fetch = (url, init) => inner(url, init);
  return Object.assign(logged, {
    inner,
    log: (line: string) => log(LoggingSeverity.Verbose, "http", line.replace("[http] ", "")),
  });
}

/** `name` is used in error messages. */
export interface Operation {
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
  readonly group?: OperationGroup | undefined;
}

export type OperationGroup = "authorization" | "device";

export class PendingCalls {
  readonly #failed: (name: string, error: unknown) => void;
  readonly #running = new Map<Deadline, Operation>();
  #isClosed = false;

  /** @param failed - Called with each failed call's error. */
  constructor(failed: (name: string, error: unknown) => void) {
    this.#failed = failed;
  }

  /** Runs `work` until it settles or is aborted. An abort rejects the call immediately, even if `work` is still pending. */
  async run<T>(operation: Operation, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.checkOpen();
    const { name, signal } = operation;
    using end = startDeadline(name, undefined, [signal]);
    end.signal.throwIfAborted();
    this.#running.set(end, operation);
    try {
      return await orAborted(work(end.signal), name, end.signal);
    } catch (error) {
      this.#failed(name, error);
      throw error;
    } finally {
      this.#running.delete(end);
    }
  }

  abort(group: OperationGroup): void {
    for (const [deadline, operation] of this.#running)
      if (operation.group === group) abort(deadline, operation);
  }

  close(): void {
    this.#isClosed = true;
    for (const [deadline, operation] of this.#running) abort(deadline, operation);
  }

  checkOpen(): void {
    if (!this.#isClosed) return;
    throw new ClientError({
      type: ErrorType.ClientDestroyed,
      code: "client_closed",
      message: "The client was closed.",
      hint: "Create a new Client.",
    });
  }
}

function abort(deadline: Deadline, { name }: Operation): void {
  deadline.end(abortedError(name));
}
