import type { CommandsClient } from "slashpass/commands";
import type { createInteractionHandler, Interaction } from "slashpass/interactions";

export declare const commands: CommandsClient;
export declare const handler: ReturnType<typeof createInteractionHandler>;
export declare const interaction: Interaction;
export declare function findMatch(): Promise<{ readonly players: number }>;
