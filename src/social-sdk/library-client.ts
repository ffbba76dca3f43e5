import { orAborted, stopIfAborted } from "../core/request/abort.ts";
import { formatDuration } from "../core/request/clock.ts";
import { startDeadline } from "../core/request/deadline.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { LoggingSeverity, type Log } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type {
  NativeClient,
  NativeEvent,
  NativeFailure,
  NativeSymbol,
  NativeValue,
  SocialSdkAddon,
} from "./binding.ts";
import { errorOf, type FailedOperation } from "./failures.ts";

export interface LibraryContext {
  readonly addon: SocialSdkAddon;
  readonly symbols: readonly NativeSymbol[];
  readonly service: Pick<Service, "apiBase" | "issuer" | "isReal">;
  readonly applicationId: Snowflake;
  readonly requestTimeoutMs: () => number;
  readonly secrets: Secrets;
  readonly log: Log;
}

export interface LibraryCall extends Pick<FailedOperation, "operation" | "hints"> {
  readonly name: string;
  readonly values: readonly NativeValue[];
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds. Default: slightly more than the request timeout, which the library applies itself. */
  readonly timeoutMs?: number | undefined;
  /** The name of the operation that cancels this call in the library. */
  readonly cancel?: string;
  readonly failed?: (failure: NativeFailure, operation: FailedOperation) => ClientError;
}

/** The library's own timeout should expire first, because its error has more details. */
const longestMarginMs = 2_000;

type Settle = (failure: NativeFailure | undefined, values: readonly NativeValue[]) => void;
type Listener = (values: readonly NativeValue[]) => void;

/** A client of the vendor's library whose operations return promises. */
export class LibraryClient {
  readonly #context: LibraryContext;
  readonly #native: NativeClient;
  readonly #pending = new Map<number, Settle>();
  readonly #listeners = new Map<NativeEvent, Listener>();
  #isConnected = false;

  constructor(context: LibraryContext) {
    this.#context = context;
    this.#native = context.addon.createClient((...event) => this.#receive(...event));
    const { service, applicationId, requestTimeoutMs } = context;
    const bases = service.isReal ? [undefined, undefined] : [service.apiBase, service.issuer];
    this.post("init", [...bases, BigInt(applicationId), requestTimeoutMs()]);
    this.listen("log", ([message, severity]) => this.#log(String(message), Number(severity)));
  }

  /** Whether the library exports the optional symbols that the feature requires. */
  has(feature: string): boolean {
    return this.#context.symbols.every(([, required, isFound]) => required !== feature || isFound);
  }

  /** Sets the event's only listener. */
  listen(event: NativeEvent, listener: Listener): void {
    this.#listeners.set(event, listener);
  }

  /** Calls an operation whose result is not needed. */
  post(name: string, values: readonly NativeValue[] = []): void {
    this.#native.call(name, values);
  }

  /** Keeps the process alive while connected. */
  hold(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#updateHold();
  }

  /** @throws ClientError `timeout`, `aborted`, or the library's error. */
  async call(call: LibraryCall): Promise<readonly NativeValue[]> {
    const { name, values, operation, signal, cancel, failed = errorOf } = call;
    const { secrets, requestTimeoutMs } = this.#context;
    const ownMs = requestTimeoutMs();
    const timeoutMs = call.timeoutMs ?? ownMs + Math.min(ownMs, longestMarginMs);
    using deadline = startDeadline(operation, timeoutMs, [signal], noAnswer);
    deadline.signal.throwIfAborted();
    const number = this.#native.call(name, values);
    try {
      const answer = this.#answerOf(number, (failure) => failed(failure, { ...call, secrets }));
      return await orAborted(answer, operation, deadline.signal);
    } catch (error) {
      // Throws the caller's reason, such as the player's timeout.
      stopIfAborted(operation, signal);
      throw error;
    } finally {
      // A late result is ignored.
      if (this.#forget(number)) {
        this.#native.forget(number);
        if (cancel !== undefined) this.post(cancel);
      }
    }
  }

  /** Pending operations never settle, but the client has already aborted the calls that wait for them. */
  close(): void {
    this.#pending.clear();
    this.#native.close();
  }

  #answerOf(
    number: number,
    toError: (failure: NativeFailure) => ClientError,
  ): Promise<readonly NativeValue[]> {
    return new Promise((resolve, reject) => {
      this.#pending.set(number, (failure, values) => (failure ? reject(toError(failure)) : resolve(values)));
      this.#updateHold();
    });
  }

  #forget(number: number): boolean {
    const wasPending = this.#pending.delete(number);
    this.#updateHold();
    return wasPending;
  }

  #updateHold(): void {
    this.#native.hold(this.#isConnected || this.#pending.size > 0);
  }

  #receive(
    number: number,
    event: NativeEvent | undefined,
    failure: NativeFailure | undefined,
    values: readonly NativeValue[],
  ): void {
    if (event !== undefined) return this.#listeners.get(event)?.(values);
    const settle = this.#pending.get(number);
    this.#forget(number);
    settle?.(failure, values);
  }

  #log(message: string, severity: number): void {
    const level = severity >= LoggingSeverity.Error ? LoggingSeverity.Error : LoggingSeverity.Warning;
    this.#context.log(level, "social-sdk", this.#context.secrets.clean(message));
  }
}

function noAnswer(operation: string, timeoutMs: number): ClientError {
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "timeout",
    message: `${operation} timed out: the Social SDK did not respond within ${formatDuration(timeoutMs)}.`,
    hint: "Check the connection, or increase the timeout.",
    retryable: true,
  });
}
