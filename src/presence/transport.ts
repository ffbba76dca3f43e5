import type { PresenceData } from "../wire/presence.ts";
import type { Snowflake } from "../wire/snowflake.ts";

/** A player who asks to join the party. Comes from the desktop client; only its format is checked. @experimental */
export interface AskingPlayer {
  readonly id: Snowflake;
  readonly name: string;
}

export interface JoinListeners {
  readonly onJoin: (secret: string) => void;
  readonly onJoinRequest: (player: AskingPlayer) => void;
}

/** A way to show activities, such as the desktop client or a vendor's library. */
export interface PresenceTransport {
  /** @throws NoPresence, or `signal.reason`. */
  connect(listeners: JoinListeners, signal: AbortSignal): Promise<PresenceConnection>;
}

export interface PresenceConnection {
  /** Aborted when the connection is lost. */
  readonly ended: AbortSignal;
  /**
   * Shows the activity in place of the previous one; `undefined` shows none.
   *
   * @throws ActivityRefusal, NoPresence, or `signal.reason`.
   */
  setActivity(activity: PresenceData | undefined, signal: AbortSignal): Promise<void>;
  /** @throws NoPresence, or `signal.reason`. */
  answerJoinRequest(player: Snowflake, answer: "accept" | "decline", signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The message is a clause that contains no received data. */
export class NoPresence extends Error {
  /** Whether no desktop client is running, as opposed to one that cannot be used. */
  readonly isAbsence: boolean;

  constructor(reason: string, isAbsence = false) {
    super(reason);
    this.isAbsence = isAbsence;
  }
}

/** The activity was rejected. */
export class ActivityRefusal extends Error {
  readonly code: number;
  /** Untrusted. May repeat the activity's texts. */
  readonly detail: string;

  constructor(code: number, detail: string) {
    super(`the error ${code}`);
    this.code = code;
    this.detail = detail;
  }
}
