import type { CommandsClient, DesiredCommand } from "slashpass/commands";

export declare const commands: CommandsClient;
export declare const desired: readonly DesiredCommand[];
