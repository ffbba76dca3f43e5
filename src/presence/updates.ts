import { setTimeout as pause } from "node:timers/promises";
import { anyAborted } from "../core/request/abort.ts";
import { createClock, type SteadyClock } from "../core/request/clock.ts";
import { startDeadline } from "../core/request/deadline.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import { activityUpdateLimit, type PresenceData } from "../wire/presence.ts";
import {
  ActivityRefusal,
  type AskingPlayer,
  type JoinListeners,
  NoPresence,
  type PresenceConnection,
  type PresenceTransport,
} from "./transport.ts";

/**
 * - `idle`: neither `set` nor `on` has been called, or the client is closed
 * - `connecting`: searching for the desktop client
 * - `connected`: connected to the desktop client
 * - `absent`: no desktop client is running; the activity is shown when one starts
 * - `unavailable`: a desktop client was found but cannot be used; the log contains the reason
 *
 * @experimental
 */
export type PresenceAvailability = "idle" | "connecting" | "connected" | "absent" | "unavailable";

export interface PresenceListeners extends JoinListeners {
  readonly onStatus: (status: PresenceAvailability) => void;
  readonly onRejected: (error: ClientError) => void;
}

export interface PresenceContext extends PresenceListeners {
  readonly transport: PresenceTransport;
  readonly log: Log;
  readonly secrets: Pick<Secrets, "register" | "clean">;
  readonly clock?: SteadyClock;
  /** Must not keep the process alive. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Short, because a search is cheap. If no client is running, it only looks for files. */
const absentRetryMs = 15_000;
/** The desktop client allows two connections per minute, and a sign-in needs one of them. */
const firstRetryMs = 60_000;
const longestRetryMs = 600_000;
const answerMs = 5_000;
const farewellMs = 500;

const waitQuietly = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false });

/** Keeps showing the latest activity, even after the desktop client restarts. Stays connected until it is closed. */
export class PresenceUpdates {
  readonly #context: PresenceContext;
  readonly #clock: SteadyClock;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly #closing = new AbortController();
  /** The times of the latest updates, as many as the rate limit allows per period. The limit applies across connections. */
  readonly #sentAt: number[] = [];
  #wanted: PresenceData | undefined;
  /** Aborted whenever `#wanted` changes. */
  #changed = new AbortController();
  #status: PresenceAvailability = "idle";
  #connection: PresenceConnection | undefined;
  #isMoving = false;
  #running: Promise<void> | undefined;

  constructor(context: PresenceContext) {
    this.#context = context;
    this.#clock = context.clock ?? createClock();
    this.#wait = context.wait ?? waitQuietly;
  }

  get status(): PresenceAvailability {
    return this.#status;
  }

  /** @param activity - `undefined` shows none. */
  show(activity: PresenceData | undefined): void {
    if (activity?.secrets) this.#context.secrets.register(activity.secrets.join);
    this.#wanted = activity;
    this.#wake();
    if (activity) this.start();
  }

  /** Connects even if there is no activity, to receive other players' requests to join. */
  start(): void {
    if (!this.#closing.signal.aborted) this.#running ??= this.#run();
  }

  /** Connects again, because a better transport has become available. */
  reconnect(): void {
    if (!this.#running) return;
    this.#isMoving = true;
    this.#wake();
  }

  /** @throws ClientError `desktop_client_unable`, `presence_rejected`. */
  async answerJoinRequest(player: AskingPlayer, answer: "accept" | "decline"): Promise<void> {
    using deadline = startDeadline("Answering the join request", answerMs, [this.#closing.signal]);
    try {
      if (!this.#connection) throw new NoPresence("it has disconnected");
      await this.#connection.answerJoinRequest(player.id, answer, deadline.signal);
    } catch (error) {
      throw this.#errorOf(error, "The join request could not be answered");
    }
  }

  /** Removes the activity and disconnects. */
  async close(): Promise<void> {
    this.#wanted = undefined;
    this.#closing.abort();
    this.#wake();
    await this.#running;
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  #wake(): void {
    this.#changed.abort();
    this.#changed = new AbortController();
  }

  async #run(): Promise<void> {
    let retryMs = firstRetryMs;
    let reported: string | undefined;
    while (!this.#isClosing) {
      const { reason, isAbsence, wasConnected } = await this.#useConnection();
      if (this.#isClosing) break;
      if (this.#isMoving) {
        this.#isMoving = false;
        continue;
      }
      this.#setStatus(isAbsence ? "absent" : "unavailable");
      if (reason !== reported)
        this.#context.log(LoggingSeverity.Info, "presence", `no activity is shown: ${reason}`);
      reported = reason;
      const hasFailed = !wasConnected && !isAbsence;
      await this.#pause(hasFailed ? retryMs : absentRetryMs);
      this.#isMoving = false;
      retryMs = hasFailed ? Math.min(2 * retryMs, longestRetryMs) : firstRetryMs;
    }
    this.#setStatus("idle");
  }

  async #pause(ms: number): Promise<void> {
    const end = this.#clock() + ms;
    while (!this.#isClosing && !this.#isMoving && this.#clock() < end)
      await this.#waitOrWake(end - this.#clock());
  }

  async #waitOrWake(ms: number): Promise<void> {
    await this.#wait(ms, this.#changed.signal).catch(() => undefined);
  }

  /** Connects and shows activities until the connection ends or is no longer needed. */
  async #useConnection(): Promise<{ reason: string; isAbsence: boolean; wasConnected: boolean }> {
    const { transport } = this.#context;
    this.#setStatus("connecting");
    let connection: PresenceConnection | undefined;
    try {
      connection = await transport.connect(this.#listeners, this.#closing.signal);
      this.#connection = connection;
      this.#setStatus("connected");
      await this.#showAll(connection);
      return { reason: "the desktop client has disconnected", isAbsence: false, wasConnected: true };
    } catch (error) {
      const reason = reasonOf(error);
      const isAbsence = error instanceof NoPresence && error.isAbsence;
      return { reason, isAbsence, wasConnected: connection !== undefined };
    } finally {
      this.#connection = undefined;
      connection?.close();
    }
  }

  get #listeners(): JoinListeners {
    const { secrets, onJoin, onJoinRequest } = this.#context;
    const onMaskedJoin = (secret: string) => {
      secrets.register(secret);
      onJoin(secret);
    };
    return { onJoin: onMaskedJoin, onJoinRequest };
  }

  async #showAll(connection: PresenceConnection): Promise<void> {
    let shown: string | undefined;
    while (!connection.ended.aborted && !this.#isMoving) {
      const wanted = JSON.stringify(this.#wanted);
      if (wanted === shown && this.#isClosing) return;
      if (wanted === shown) await anyAborted(connection.ended, this.#changed.signal);
      else if (!this.#isClosing && this.#limitMs > 0) await this.#waitOrWake(this.#limitMs);
      else {
        shown = wanted;
        await this.#send(connection, this.#wanted);
      }
    }
    // Removes the activity, because other parts of the program may keep using the connection.
    if (!connection.ended.aborted) await this.#send(connection, undefined);
  }

  /** How long the rate limit delays the next update. */
  get #limitMs(): number {
    const { updates, periodMs } = activityUpdateLimit;
    const [first = 0] = this.#sentAt;
    return this.#sentAt.length < updates ? 0 : first + periodMs - this.#clock();
  }

  async #send(connection: PresenceConnection, activity: PresenceData | undefined): Promise<void> {
    this.#sentAt.push(this.#clock());
    this.#sentAt.splice(0, this.#sentAt.length - activityUpdateLimit.updates);
    using deadline = startDeadline("Updating the activity", activity ? answerMs : farewellMs, []);
    try {
      await connection.setActivity(activity, deadline.signal);
    } catch (error) {
      if (!(error instanceof ActivityRefusal)) throw error;
      const rejected = this.#errorOf(error, "The desktop client rejected the activity");
      this.#context.log(LoggingSeverity.Warning, "presence", rejected.message);
      this.#context.onRejected(rejected);
    }
  }

  #errorOf(error: unknown, event: string): ClientError {
    if (error instanceof ActivityRefusal) {
      const message = `${event}: ${error.message} (${this.#context.secrets.clean(error.detail)}).`;
      return new ClientError({ type: ErrorType.RPCError, code: "presence_rejected", message });
    }
    const message = `${event}: ${reasonOf(error)}.`;
    return new ClientError({
      type: ErrorType.Disabled,
      code: "desktop_client_unable",
      message,
      retryable: true,
    });
  }

  #setStatus(status: PresenceAvailability): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#context.onStatus(status);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof NoPresence ? error.message : "the desktop client did not respond";
}
