import type { Emulator, JoinedActivity, PlayerAgent } from "../../../src/emulator/index.ts";

/** A player with an Activity open, and the token that its server got. */
export interface Scene {
  readonly emulator: Emulator;
  readonly player: PlayerAgent;
  readonly joined: JoinedActivity;
  readonly scope: readonly string[];
  readonly token: string;
}
