// A separate file, because these declarations must not import those of `ws`.
import type { Snowflake } from "../../wire/snowflake.ts";
import type { EmulatorApplication } from "../state/application.ts";

/** A bot that is connected to the Gateway. */
export interface ConnectedBot {
  readonly applicationId: Snowflake;
  /** The shard's number, and the total number of shards. */
  readonly shard: readonly [id: number, count: number];
  readonly intents: number;
}

/**
 * Gateway controls for tests (Discord documentation, Gateway, "Connection Lifecycle"). Each method acts on the bot of one
 * application, or on all connected bots.
 *
 * Each method throws ClientError `invalid_argument` (ValidationError) if the argument is not an emulator's application.
 */
export interface GatewayControls {
  /** Returns the bots that have identified. */
  bots(application?: EmulatorApplication): readonly ConnectedBot[];
  /** Drops connections without a close code, as a network failure would. Sessions can be resumed for 3 minutes. */
  drop(application?: EmulatorApplication): void;
  /** Tells bots to reconnect and resume (opcode 7). Bots that do not are disconnected after 10 seconds. */
  reconnect(application?: EmulatorApplication): void;
  /** Ends sessions (opcode 9). Missed events are lost, and bots identify again. */
  invalidate(application?: EmulatorApplication): void;
  /** Requests a heartbeat (opcode 1). Bots that do not answer are disconnected after 10 seconds. */
  requestHeartbeat(application?: EmulatorApplication): void;
}
