import type { DesktopClientInit } from "./desktop-client/init.ts";
import type { RequestRecord } from "./request-record.ts";
import type { EmulatorState } from "./world/saved-world.ts";
import type { WorldOptions } from "./world/world.ts";

/** How an emulator is set up. */
export interface EmulatorOptions extends WorldOptions {
  /** Port on 127.0.0.1. Default: a free one. */
  readonly port?: number | undefined;
  /** Seconds that an access token lives. Default 604800 (7 days), as at the service. */
  readonly accessTokenSeconds?: number | undefined;
  /** What {@link Emulator.exportState} gave, in the place of `world`: its applications, commands, players, guilds and tokens. */
  readonly state?: EmulatorState | undefined;
  /** Told of every request once it is over; what it throws changes nothing. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /**
   * Whether the service's desktop client runs too, and how: a local socket over which a game can ask the player. Default
   * false. A program finds it with {@link EmulatedDesktopClient.environment} in its environment.
   */
  readonly desktopClient?: boolean | DesktopClientInit | undefined;
  /** Ends the emulator when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}
