// In a separate file, because these declarations must not import the `ws` types.
import type { Snowflake } from "../../wire/snowflake.ts";
import type { EmulatorApplication } from "../state/application.ts";

/** A bot that is connected to the Gateway. @experimental */
export interface ConnectedBot {
  readonly applicationId: Snowflake;
  /** The shard's index and the total number of shards. */
  readonly shard: readonly [id: number, count: number];
  readonly intents: number;
}

/**
 * Gateway controls for tests (Discord documentation, Gateway, "Connection Lifecycle"). Each method acts on one application's bot
 * or on all connected bots.
 *
 * Each method throws ClientError `invalid_argument` (ValidationError) if the argument is not an {@link EmulatorApplication}.
 *
 * @experimental
 */
export interface GatewayControls {
  /** Returns the bots that have sent an Identify payload. */
  bots(application?: EmulatorApplication): readonly ConnectedBot[];
  /** Drops connections without a close code, as a network failure would. Sessions can be resumed for 3 minutes. */
  drop(application?: EmulatorApplication): void;
  /** Makes bots reconnect and resume (opcode 7). If a bot does not reconnect within 10 seconds, it is disconnected. */
  reconnect(application?: EmulatorApplication): void;
  /** Invalidates sessions (opcode 9). Missed events are lost, and the bots have to identify again. */
  invalidate(application?: EmulatorApplication): void;
  /** Requests a heartbeat (opcode 1). If a bot does not send one within 10 seconds, it is disconnected. */
  requestHeartbeat(application?: EmulatorApplication): void;
}
