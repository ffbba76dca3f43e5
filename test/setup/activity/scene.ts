import type { Emulator, JoinedActivity, PlayerAgent } from "../../../src/emulator/index.ts";

/** A player with an open Activity, and the token that the Activity's server received. */
export interface Scene {
  readonly emulator: Emulator;
  readonly player: PlayerAgent;
  readonly joined: JoinedActivity;
  readonly scope: readonly string[];
  readonly token: string;
}
