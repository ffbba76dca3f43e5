// A file of its own, so that these declarations can be read without those of `ws`.
import type { Snowflake } from "../../wire/snowflake.ts";
import type { EmulatorApplication } from "../state/application.ts";

/** A bot that is connected to the Gateway. */
export interface ConnectedBot {
  /** The application whose bot it is. */
  readonly applicationId: Snowflake;
  /** Its shard: the number, and how many there are. */
  readonly shard: readonly [id: number, count: number];
  /** Its intents, as bits. */
  readonly intents: number;
}

/**
 * Controls of the Gateway, for tests of how a bot reacts (Discord documentation, Gateway, "Connection Lifecycle"). Each method
 * acts on the bot of one application, or on all connected bots.
 *
 * Each method fails with ClientError `invalid_argument` (ValidationError) if the argument is not an application of an emulator.
 */
export interface GatewayControls {
  /** The bots that are connected and have identified. */
  bots(application?: EmulatorApplication): readonly ConnectedBot[];
  /** Drops connections without a close code, like a network failure. Sessions can be resumed for 3 minutes. */
  drop(application?: EmulatorApplication): void;
  /** Tells bots to reconnect and resume (opcode 7); a bot that stays is disconnected after 10 seconds. */
  reconnect(application?: EmulatorApplication): void;
  /** Ends sessions (opcode 9): missed events are lost, and bots identify again. */
  invalidate(application?: EmulatorApplication): void;
  /** Asks for a heartbeat (opcode 1); a bot without an answer is disconnected after 10 seconds. */
  requestHeartbeat(application?: EmulatorApplication): void;
}
