// Apart from the controls' code, so that these declarations can be read without those of WebSockets.
import type { Snowflake } from "../../wire/snowflake.ts";
import type { EmulatorApplication } from "../state/application.ts";

/** A bot at the gateway. */
export interface ConnectedBot {
  readonly applicationId: Snowflake;
  /** Its shard: the number, and how many there are. */
  readonly shard: readonly [id: number, count: number];
  /** Its intents, as bits. */
  readonly intents: number;
}

/**
 * The gateway, for tests of how a bot copes with it (Discord documentation, Gateway, "Connection Lifecycle"). Everything is
 * done to the bot of one application, or to all bots that are connected.
 *
 * Each method fails with ClientError `invalid_argument` (ValidationError) if the argument is not an application of an emulator.
 */
export interface GatewayControls {
  /** The bots that are connected and have identified. */
  bots(application?: EmulatorApplication): readonly ConnectedBot[];
  /** Ends connections without a word, as a network does. Sessions wait for 3 minutes to be resumed. */
  drop(application?: EmulatorApplication): void;
  /** Tells bots to connect again and to resume (opcode 7); a bot that stays is cut off after 10 seconds. */
  reconnect(application?: EmulatorApplication): void;
  /** Ends sessions and tells so (opcode 9): what was missed is lost, and bots identify again. */
  invalidate(application?: EmulatorApplication): void;
  /** Asks for a heartbeat (opcode 1); who gives none is cut off after 10 seconds. */
  requestHeartbeat(application?: EmulatorApplication): void;
}
