import type { TokenStore } from "slashpass";
import type { CommandsClient } from "slashpass/commands";
import type { createInteractionHandler, Interaction } from "slashpass/interactions";

export { createEventHandler } from "slashpass/interactions";
export declare const applicationId: string;
export declare const botToken: string;
export declare const clientSecret: string;
export declare const code: string;
export declare const instanceId: string;
export declare function reply(body: unknown): void;
export declare const publicKey: string;
export declare const commands: CommandsClient;
export declare const handler: ReturnType<typeof createInteractionHandler>;
export declare const interaction: Interaction;
export declare function findMatch(): Promise<{ readonly players: number }>;
export declare const store: Required<TokenStore>;
export declare function unlock(userId: string | null | undefined, skuId: string): void;
