import type { TokenStore } from "slashpass";
import type { CommandsClient } from "slashpass/commands";
import type { Emulator } from "slashpass/emulator";
import type {
  createInteractionHandler,
  DefinedCommand,
  EventHandlerOptions,
  Interaction,
} from "slashpass/interactions";
import type { RedisCommand } from "slashpass/redis";

export { parseGatewayEvent, parseWebhookEvent } from "slashpass/events";
export { createEventHandler } from "slashpass/interactions";
/** A discord.js client. */
export declare const client: { on(event: "raw", listener: (dispatch: unknown) => void): void };
export declare const emulator: Emulator;
export declare const application: Emulator["application"];
export declare const events: EventHandlerOptions["events"];
export declare const body: string;
export declare const store: TokenStore;
export declare function unlock(userId: string | null | undefined, skuId: string): void;
export declare const commands: CommandsClient;
export declare const handler: ReturnType<typeof createInteractionHandler>;
export declare const interaction: Interaction;
export declare function findMatch(): Promise<{ readonly players: number }>;
export declare const publicKey: string;
export declare const apiBase: string;
export declare const find: DefinedCommand;
export declare const play: DefinedCommand;
export declare const command: RedisCommand;
