import { type CallbackFailed, safeCallback } from "../core/check/callback.ts";
import { readerOf } from "../core/check/readers.ts";
import type { ClientError } from "../core/errors.ts";

/**
 * The `renewed` event: the session has new tokens, renewed by itself or by another process. The event does not contain a token;
 * call {@link Session.accessToken}.
 */
export class SessionRenewedEvent extends Event {
  /** When the new access token expires; `undefined` if the service does not say. */
  readonly expiresAt: Date | undefined;

  /** @internal Created by the session. */
  constructor(expiresAt: Date | undefined) {
    super("renewed");
    this.expiresAt = expiresAt;
  }
}

/** The `ended` event: the session no longer returns tokens. Fired once. */
export class SessionEndedEvent extends Event {
  /** The error with which all later calls reject, for `playerMessage`; `undefined` after {@link Client.signOut}. */
  readonly reason: ClientError | undefined;

  /** @internal Created by the session. */
  constructor(reason: ClientError | undefined) {
    super("ended");
    this.reason = reason;
  }
}

/** A {@link Session}'s events, by type (DOM Standard, `EventTarget`). */
export interface SessionEvents {
  /** The session has new tokens. */
  readonly renewed: SessionRenewedEvent;
  /** The session has ended. */
  readonly ended: SessionEndedEvent;
}

/** Handles an event. If it throws or rejects, the error is logged and the session continues. */
export type SessionListener<Type extends keyof SessionEvents> = (event: SessionEvents[Type]) => unknown;

/** Options of `addEventListener`. */
export interface SessionListenerOptions {
  /** Whether to remove the listener after its first event. Default false. */
  readonly once?: boolean;
  /** Removes the listener when aborted. */
  readonly signal?: AbortSignal;
}

type AnyListener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };

const readListener = readerOf<AnyListener>(
  "a function, or an object with handleEvent",
  (value) =>
    typeof value === "function" ||
    typeof (value as { handleEvent?: unknown } | null)?.handleEvent === "function",
);

/** An EventTarget that catches its listeners' errors, which Node would otherwise report as uncaught exceptions. */
export class SessionEventTarget extends EventTarget {
  readonly #failed: CallbackFailed;
  readonly #guarded = new WeakMap<object, (event: Event) => void>();

  /** @internal Created by `Client.signIn`. */
  constructor(failed: CallbackFailed) {
    super();
    this.#failed = failed;
  }

  /**
   * Adds a listener. Adding the same one again has no effect.
   *
   * @throws ClientError `invalid_argument` (ValidationError) unless it is a function, or an object with `handleEvent`.
   */
  override addEventListener<Type extends keyof SessionEvents>(
    type: Type,
    listener: SessionListener<Type>,
    options?: SessionListenerOptions,
  ): void;
  /** EventTarget's signature. */
  override addEventListener(...given: Parameters<EventTarget["addEventListener"]>): void;
  override addEventListener(...[type, given, options]: Parameters<EventTarget["addEventListener"]>): void {
    const listener = readListener(given, "listener");
    const call = (event: Event) =>
      typeof listener === "function" ? listener.call(this, event) : listener.handleEvent(event);
    const guarded = this.#guarded.get(listener) ?? safeCallback(`listener of "${type}"`, call, this.#failed);
    this.#guarded.set(listener, guarded);
    super.addEventListener(type, guarded, options);
  }

  /** Removes a listener. Has no effect if the listener was not added. */
  override removeEventListener<Type extends keyof SessionEvents>(
    type: Type,
    listener: SessionListener<Type>,
  ): void;
  /** EventTarget's signature. */
  override removeEventListener(...given: Parameters<EventTarget["removeEventListener"]>): void;
  override removeEventListener(
    ...[type, listener, options]: Parameters<EventTarget["removeEventListener"]>
  ): void {
    // The wrapper is what was registered, so that is what must be removed.
    const guarded = this.#guarded.get(readListener(listener, "listener"));
    super.removeEventListener(type, guarded ?? listener, options);
  }
}
