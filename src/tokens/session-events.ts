import { type CallbackFailed, telling } from "../core/check/callback.ts";
import { readerOf } from "../core/check/readers.ts";
import type { ClientError } from "../core/errors.ts";

/** The event `renewed`: the session has new tokens, by its own renewal or another process's. It holds no token: ask the session. */
export class SessionRenewedEvent extends Event {
  /** End of the new access token; undefined when the service does not say. */
  readonly expiresAt: Date | undefined;

  /** @internal Made by the session. */
  constructor(expiresAt: Date | undefined) {
    super("renewed");
    this.expiresAt = expiresAt;
  }
}

/** The event `ended`: the session gives no token any more. It comes once. */
export class SessionEndedEvent extends Event {
  /** The error of every later call, for `playerMessage`; undefined after {@link Client.signOut}. */
  readonly reason: ClientError | undefined;

  /** @internal Made by the session. */
  constructor(reason: ClientError | undefined) {
    super("ended");
    this.reason = reason;
  }
}

/** The events of a {@link Session}, by their types (DOM Standard, `EventTarget`). */
export interface SessionEvents {
  /** The session has new tokens. */
  readonly renewed: SessionRenewedEvent;
  /** The session is over. */
  readonly ended: SessionEndedEvent;
}

/** Takes an event. An error that it throws, or rejects with, goes to the log; the session goes on. */
export type SessionListener<Type extends keyof SessionEvents> = (event: SessionEvents[Type]) => unknown;

/** How a listener is added. */
export interface SessionListenerOptions {
  /** Whether it is removed after its first event. Default false. */
  readonly once?: boolean;
  /** Removes it when it is aborted. */
  readonly signal?: AbortSignal;
}

type AnyListener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };

const readListener = readerOf<AnyListener>(
  "a function, or an object with handleEvent",
  (value) =>
    typeof value === "function" ||
    typeof (value as { handleEvent?: unknown } | null)?.handleEvent === "function",
);

/** An EventTarget whose listeners cannot end the process: Node throws their errors where nobody can catch them. */
export class SessionEventTarget extends EventTarget {
  readonly #failed: CallbackFailed;
  readonly #guarded = new WeakMap<object, (event: Event) => void>();

  /** @internal Made by `Client.signIn`. */
  constructor(failed: CallbackFailed) {
    super();
    this.#failed = failed;
  }

  /**
   * Adds a listener; the same one again changes nothing.
   *
   * @throws ClientError `invalid_argument` (ValidationError) unless it is a function, or an object with `handleEvent`.
   */
  override addEventListener<Type extends keyof SessionEvents>(
    type: Type,
    listener: SessionListener<Type>,
    options?: SessionListenerOptions,
  ): void;
  /** As every EventTarget has it. */
  override addEventListener(...given: Parameters<EventTarget["addEventListener"]>): void;
  override addEventListener(...[type, given, options]: Parameters<EventTarget["addEventListener"]>): void {
    const listener = readListener(given, "listener");
    const call = (event: Event) =>
      typeof listener === "function" ? listener.call(this, event) : listener.handleEvent(event);
    const guarded = this.#guarded.get(listener) ?? telling(`listener of "${type}"`, call, this.#failed);
    this.#guarded.set(listener, guarded);
    super.addEventListener(type, guarded, options);
  }

  /** Removes a listener; one that was never added changes nothing. */
  override removeEventListener<Type extends keyof SessionEvents>(
    type: Type,
    listener: SessionListener<Type>,
  ): void;
  /** As every EventTarget has it. */
  override removeEventListener(...given: Parameters<EventTarget["removeEventListener"]>): void;
  override removeEventListener(
    ...[type, listener, options]: Parameters<EventTarget["removeEventListener"]>
  ): void {
    // A signal that is aborted removes the guarded one.
    const guarded = this.#guarded.get(readListener(listener, "listener"));
    super.removeEventListener(type, guarded ?? listener, options);
  }
}
