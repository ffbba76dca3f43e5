import { ignore } from "../core/check/callback.ts";
import { orAborted } from "../core/request/abort.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import type { NativeValue } from "./binding.ts";
import type { LibraryClient } from "./library-client.ts";

/** The connection's states (Discord Social SDK, `Client::Status`), ordered by number. */
const statuses = [
  "disconnected",
  "connecting",
  "connected",
  "ready",
  "reconnecting",
  "disconnecting",
  "http-wait",
] as const;

/**
 * The status of the Social SDK's connection to Discord (Discord Social SDK, `Client::Status`). Presence works once it is `ready`.
 *
 * @experimental
 */
export type ConnectionStatus = (typeof statuses)[number];

/** Why the connection ended (Discord Social SDK, `Client::Error`), by number. */
const reasons = ["no reason given", "the connection failed", "it was closed unexpectedly", "it was canceled"];
const canceled = 3;

/** Returns the player's token. If `rejected` is set, returns a different token. */
export type FetchToken = (rejected: string | undefined) => Promise<string>;

export interface ConnectRequest {
  readonly token: FetchToken;
  readonly signal: AbortSignal;
  /** Replaces the previous call's listener. */
  readonly onStatus?: ((status: ConnectionStatus) => void) | undefined;
}

/** The result of {@link SocialSdkConnection.connect}, shared by all simultaneous calls. */
interface Waiting {
  readonly promise: Promise<void>;
  readonly settle: (error?: unknown) => void;
  /** Whether the library has the token, which it needs before it can connect. */
  hasToken: boolean;
}

/** How often to get the session's token. The session renews the token a day before it expires. */
const tokenCheckMs = 60_000;
const operation = "Connecting through the Social SDK";

type Library = Pick<LibraryClient, "call" | "hold" | "listen" | "post">;

/** The library's connection to Discord. */
export class SocialSdkConnection {
  readonly #library: () => Library;
  readonly #listeners = new Set<(status: ConnectionStatus) => void>();
  #onStatus: ((status: ConnectionStatus) => void) | undefined;
  #status: ConnectionStatus = "disconnected";
  /**
   * `started` once `connect` is posted to the library, `ending` once `disconnect` is posted, `idle` once the connection has
   * ended.
   */
  #phase: "idle" | "started" | "ending" = "idle";
  #problem: ClientError | undefined;
  #token: string | undefined;
  #fetchToken: FetchToken | undefined;
  #check: NodeJS.Timeout | undefined;
  #waiting: Waiting | undefined;
  #callers = 0;

  constructor(library: () => Library) {
    this.#library = library;
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** @returns A function that removes the listener. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves once the connection is ready. The attempt is canceled once all simultaneous calls have been aborted. */
  async connect({ token, signal, onStatus }: ConnectRequest): Promise<void> {
    this.#onStatus = onStatus;
    if (this.#status === "ready" && this.#phase === "started") return;
    this.#callers += 1;
    try {
      this.#waiting ??= this.#begin(token);
      await orAborted(this.#waiting.promise, operation, signal);
    } catch (error) {
      if (this.#callers === 1) this.disconnect();
      throw error;
    } finally {
      this.#callers -= 1;
    }
  }

  /** Has no effect unless {@link connect} has been called. */
  disconnect(): void {
    if (!this.#fetchToken) return;
    this.#rest();
    if (this.#phase === "started") {
      this.#phase = "ending";
      this.#library().post("disconnect");
    }
    this.#settle(connectionFailed(canceled, 0));
  }

  /** Stops passing tokens to the library. */
  close(): void {
    clearInterval(this.#check);
    this.#check = undefined;
    this.#fetchToken = undefined;
  }

  #begin(token: FetchToken): Waiting {
    const library = this.#library();
    library.listen("status", (values) => this.#receive(values));
    library.listen("tokenExpiration", () => void this.#renew(this.#token));
    this.#fetchToken = token;
    const waiting = createWaiting();
    void this.#passToken(waiting, token).catch(waiting.settle);
    return waiting;
  }

  async #passToken(waiting: Waiting, token: FetchToken): Promise<void> {
    await this.#update(await token(undefined));
    waiting.hasToken = true;
    this.#start();
  }

  /** Has no effect until an earlier connection has ended. */
  #start(): void {
    if (this.#phase !== "idle" || !this.#waiting?.hasToken) return;
    const library = this.#library();
    library.hold(true);
    library.post("connect");
    this.#phase = "started";
    this.#check ??= setInterval(() => void this.#renew(undefined), tokenCheckMs).unref();
  }

  #rest(): void {
    this.close();
    this.#library().hold(false);
  }

  async #update(token: string): Promise<void> {
    await this.#library().call({ operation: "Setting the token", name: "updateToken", values: [token] });
    this.#token = token;
  }

  /** After a failure, the next check tries again. If the token expires, the library closes the connection. */
  async #renew(rejected: string | undefined): Promise<void> {
    try {
      const token = await this.#fetchToken?.(rejected);
      if (token !== undefined && token !== this.#token) await this.#update(token);
    } catch {
      // The session reports its own failures.
    }
  }

  #receive([number, reason, detail]: readonly NativeValue[]): void {
    const status = statuses[Number(number)] ?? "disconnected";
    if (Number(reason) !== 0) this.#problem = connectionFailed(Number(reason), Number(detail));
    if (status !== this.#status) {
      this.#status = status;
      for (const listener of this.#listeners) listener(status);
      this.#onStatus?.(status);
    }
    if (status === "ready" && this.#phase === "started") this.#settle();
    if (status === "disconnected") this.#end();
  }

  #end(): void {
    const problem = this.#problem ?? connectionFailed(0, 0);
    const wasRequested = this.#phase === "ending";
    this.#phase = "idle";
    this.#problem = undefined;
    this.#library().post("rest");
    // `connect` has been called in the meantime.
    if (wasRequested && this.#waiting) return this.#start();
    this.#rest();
    this.#settle(problem);
  }

  #settle(error?: ClientError): void {
    this.#waiting?.settle(error);
    this.#waiting = undefined;
  }
}

function createWaiting(): Waiting {
  let settle: Waiting["settle"] = ignore;
  const promise = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error));
  });
  // Prevents an unhandled rejection if the caller has already been aborted.
  promise.catch(ignore);
  return { promise, settle, hasToken: false };
}

/** @param detail - Usually the gateway's close code. */
function connectionFailed(reason: number, detail: number): ClientError {
  const because = `${reasons[reason] ?? "unknown reason"}${detail === 0 ? "" : `, code ${detail}`}`;
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "connection_failed",
    message: `${operation} failed: ${because}.`,
    hint: "Check the connection, and that the session has a scope of the Social SDK, such as sdk.social_layer_presence.",
    retryable: true,
  });
}
