/** The status of a player while they are in an Activity, as it set it (Discord documentation, Gateway Events, "Activity Object"). */
export interface RichPresence {
  readonly type?: number | undefined;
  readonly state?: string | undefined;
  readonly details?: string | undefined;
  readonly secrets?: { readonly join?: string | undefined; readonly match?: string | undefined } | undefined;
  readonly [name: string]: unknown;
}

/** How an Activity wants to be held: each is `unlocked`, `portrait` or `landscape` by its number. */
export interface OrientationLock {
  readonly lock_state: number;
  readonly picture_in_picture_lock_state?: number | null | undefined;
  readonly grid_lock_state?: number | null | undefined;
}

/** What an Activity wrote to its console. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
}

/** What an Activity has set and said in its window. */
export interface FrameReport {
  status?: RichPresence | undefined;
  orientationLock?: OrientationLock | undefined;
  hasInteractivePip: boolean;
  /** The last hundred. */
  readonly logs: LogLine[];
}
