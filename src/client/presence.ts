import { callable, oneOf, type Reader } from "../core/check/readers.ts";
import type { ClientError } from "../core/errors.ts";
import { loadOnce } from "../core/lazy.ts";
import { inspectAs } from "../core/printing.ts";
import type { PresenceActivity } from "../presence/activity.ts";
import type { AskingPlayer } from "../presence/transport.ts";
import type { PresenceAvailability, PresenceUpdates } from "../presence/updates.ts";
import type { PresenceData } from "../wire/presence.ts";
import type { ClientContext } from "./context.ts";

/** Another player's request to join the party. The player also sees it in the desktop client. @experimental */
export interface PresenceJoinRequest {
  /** Reported by the desktop client, which any program that the player runs can imitate. */
  readonly player: AskingPlayer;
  /**
   * Sends that player an invitation, which contains the party's secret.
   *
   * @throws ClientError `desktop_client_unable` (Disabled), `presence_rejected` (RPCError).
   */
  accept(this: void): Promise<void>;
  /** Hides the request. @throws ClientError The same errors as {@link PresenceJoinRequest.accept}. */
  decline(this: void): Promise<void>;
}

/** The events of {@link Presence} and the values that their listeners receive. @experimental */
export interface PresenceEvents {
  /** The connection's new status. */
  readonly status: PresenceAvailability;
  /** The player wants to join the party that has this secret (`secrets.join`). */
  readonly join: string;
  readonly joinRequest: PresenceJoinRequest;
  /** The desktop client rejected an activity that this library considers valid: `presence_rejected` (RPCError). */
  readonly rejected: ClientError;
}

interface LoadedPresence {
  readonly readActivity: Reader<PresenceData>;
  readonly updates: PresenceUpdates;
}

type EventName = keyof PresenceEvents;
type Listener = (value: never) => void;

const readEventName: Reader<EventName> = oneOf(["status", "join", "joinRequest", "rejected"]);

/**
 * Shows what the player is doing, through the Discord desktop client on the same machine. Requires no sign-in and does not keep
 * the process alive. If no desktop client is running, the activity is shown when one starts.
 *
 * @experimental
 */
export class Presence {
  static {
    inspectAs(this.prototype, ({ status }) => ({ status }));
  }
  readonly #context: ClientContext;
  readonly #listeners = new Map<EventName, Set<Listener>>();
  #updates: PresenceUpdates | undefined;
  readonly #load = loadOnce(async (): Promise<LoadedPresence> => {
    const { createPresence, readActivity } = await import("../presence/presence.ts");
    const context = this.#context;
    const updates = createPresence(
      {
        application: () => context.application(),
        secrets: context.secrets,
        log: context.log,
        library: () => context.library,
      },
      {
        onStatus: (status) => this.#emit("status", status),
        onRejected: (error) => this.#emit("rejected", error),
        onJoin: (secret) => this.#emit("join", secret),
        onJoinRequest: (player) => this.#emit("joinRequest", this.#requestOf(player)),
      },
    );
    this.#updates = updates;
    return { readActivity, updates };
  });

  /** @internal */
  constructor(context: ClientContext) {
    this.#context = context;
  }

  /** Whether an activity can be shown now. */
  get status(): PresenceAvailability {
    return this.#updates?.status ?? "idle";
  }

  /**
   * Shows the activity in place of the previous one. Resolves once the activity has been validated, without waiting for the
   * desktop client. If several calls follow in quick succession, only the last is sent, because Discord allows five updates
   * within 20 seconds.
   *
   * @throws ClientError `invalid_argument`, `unknown_option`, `missing_application_id` (ValidationError); `client_closed`.
   *
   * @example
   * ```ts
   * import { Client } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * await client.presence.set({
   *   details: "Battle of the Bridge",
   *   state: "In a group",
   *   timestamps: { start: new Date() },
   *   party: { id: "party-7", size: [2, 4] },
   * });
   * ```
   */
  async set(activity: PresenceActivity): Promise<void> {
    await this.#use(({ readActivity, updates }) => updates.show(readActivity(activity, "activity")));
  }

  /** Shows no activity. @throws ClientError `client_closed`. */
  async clear(): Promise<void> {
    await this.#use(({ updates }) => updates.show(undefined));
  }

  /**
   * Adds a listener and, for requests to join, connects to the desktop client. Errors that the listener throws are logged.
   *
   * @returns A function that removes the listener.
   * @throws ClientError `invalid_argument`, `missing_application_id` (ValidationError); `client_closed`.
   */
  on<Name extends keyof PresenceEvents>(
    event: Name,
    listener: (value: PresenceEvents[Name]) => void,
  ): () => void {
    this.#context.calls.checkOpen();
    const name = readEventName(event, "event");
    const guarded = this.#context.guard(name, callable<typeof listener>()(listener, "listener")) as Listener;
    if (name === "join" || name === "joinRequest") {
      this.#context.application();
      const failed = (error: unknown) => this.#context.reportEnd("Listening for requests to join", error);
      void this.#use(({ updates }) => updates.start()).catch(failed);
    }
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(guarded));
    return () => void listeners.delete(guarded);
  }

  /** @internal Uses the Social SDK's connection, which is now ready. */
  reconnect(): void {
    this.#updates?.reconnect();
  }

  /** @internal */
  async close(): Promise<void> {
    await this.#updates?.close();
  }

  async #use(work: (loaded: LoadedPresence) => void | Promise<void>): Promise<void> {
    this.#context.calls.checkOpen();
    this.#context.application();
    const loaded = await this.#load();
    this.#context.calls.checkOpen();
    await work(loaded);
  }

  #requestOf(player: AskingPlayer): PresenceJoinRequest {
    const answer = (answered: "accept" | "decline") => async () =>
      this.#use(({ updates }) => updates.answerJoinRequest(player, answered));
    return { player, accept: answer("accept"), decline: answer("decline") };
  }

  #emit<Name extends EventName>(name: Name, value: PresenceEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(value as never);
  }
}
