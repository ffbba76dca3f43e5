import { CommandsClient, type CommandsCredential } from "../../../src/commands/index.ts";
import type { FakeService } from "./fake-service.ts";
import { applicationId } from "../../unit/commands/service.ts";

export const guildId = "200000000000000001";
export const ping = { name: "ping", description: "Pong" };
export const help = { name: "help", description: "Helps" };
export const quote = { type: 3, name: "Quote" } as const;
export const entry = { type: 4, name: "launch", description: "Opens the game", handler: 1 } as const;
export const overwrite = { id: "300000000000000001", type: 1, permission: true };

const bot: CommandsCredential = { botToken: "bot" };
export const withUser: CommandsCredential = { botToken: "bot", userToken: async () => "user" };

/** A client whose service is `service`. */
export function connectTo(service: FakeService, credential: CommandsCredential = bot): CommandsClient {
  return new CommandsClient({ applicationId, credential, fetch: service.fetch });
}
