import { type CallbackFailed, safeCallback } from "../core/check/callback.ts";
import { readerOf } from "../core/check/readers.ts";
import type { ClientError } from "../core/errors.ts";

/**
 * The `renewed` event: the session has new tokens, which it or another process requested. The event does not contain a token;
 * call {@link Session.accessToken}.
 *
 * @stable
 */
export class SessionRenewedEvent extends Event {
  /** When the new access token expires; `undefined` if the service does not return this. */
  readonly expiresAt: Date | undefined;

  /** @internal */
  constructor(expiresAt: Date | undefined) {
    super("renewed");
    this.expiresAt = expiresAt;
  }
}

/** The `ended` event: the session no longer returns tokens. Dispatched once. @stable */
export class SessionEndedEvent extends Event {
  /**
   * The error with which all later calls reject. Can be passed to `playerMessage`. `undefined` after {@link Client.signOut}.
   */
  readonly reason: ClientError | undefined;

  /** @internal */
  constructor(reason: ClientError | undefined) {
    super("ended");
    this.reason = reason;
  }
}

/** The events dispatched by a {@link Session}, by type (DOM Standard, `EventTarget`). @stable */
export interface SessionEvents {
  readonly renewed: SessionRenewedEvent;
  readonly ended: SessionEndedEvent;
}

/** Handles an event. If it throws or rejects, the error is logged and the session continues. @stable */
export type SessionListener<Type extends keyof SessionEvents> = (event: SessionEvents[Type]) => unknown;

/** Options for `addEventListener`. @stable */
export interface SessionListenerOptions {
  /** Whether to remove the listener after its first event. Default: false. */
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

/** An EventTarget that catches errors from listeners, which Node.js would otherwise report as uncaught exceptions. @stable */
export class SessionEventTarget extends EventTarget {
  readonly #failed: CallbackFailed;
  readonly #guarded = new WeakMap<object, (event: Event) => void>();

  /** @internal */
  constructor(failed: CallbackFailed) {
    super();
    this.#failed = failed;
  }

  /**
   * Adds a listener. Adding the same listener again has no effect.
   *
   * @throws ClientError `invalid_argument` (ValidationError) unless it is a function, or an object with `handleEvent`.
   */
  override addEventListener<Type extends keyof SessionEvents>(
    type: Type,
    listener: SessionListener<Type>,
    options?: SessionListenerOptions,
  ): void;
  /** The signature inherited from EventTarget. */
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
  /** The signature inherited from EventTarget. */
  override removeEventListener(...given: Parameters<EventTarget["removeEventListener"]>): void;
  override removeEventListener(
    ...[type, listener, options]: Parameters<EventTarget["removeEventListener"]>
  ): void {
    // The wrapper was registered, not the listener itself.
    const guarded = this.#guarded.get(readListener(listener, "listener"));
    super.removeEventListener(type, guarded ?? listener, options);
  }
}
