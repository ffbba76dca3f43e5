import type { CommandsClient, DesiredCommand } from "slashpass/commands";

export declare const client: CommandsClient;
export declare const commands: readonly DesiredCommand[];
