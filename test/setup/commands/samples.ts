import { CommandsClient, type ApiCredential } from "../../../src/commands/index.ts";
import type { FakeService } from "./fake-service.ts";

export const applicationId = "100000000000000001";
export const guildId = "200000000000000001";
export const ping = { name: "ping", description: "Pong" };
/** The command `ping` with a new name. */
export const pong = { ...ping, name: "pong", renamedFrom: "ping" };
export const help = { name: "help", description: "Helps" };
export const quote = { type: 3, name: "Quote" } as const;
export const entry = { type: 4, name: "launch", description: "Opens the game", handler: 1 } as const;
export const overwrite = { id: "300000000000000001", type: 1, permission: true };

const bot: ApiCredential = { botToken: "bot" };
export const withUser: ApiCredential = { botToken: "bot", userToken: async () => "user" };

export function connectTo(
  service: Pick<FakeService, "fetch">,
  credential: ApiCredential = bot,
): CommandsClient {
  return new CommandsClient({ applicationId, credential, fetch: service.fetch });
}

/** A command as the service returns it, with `fields` replaced. */
export function storedCommand(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    id: "900000000000000001",
    application_id: applicationId,
    version: "900000000000000002",
    type: 1,
    ...ping,
    ...fields,
  };
}
