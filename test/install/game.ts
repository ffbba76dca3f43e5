// Compiled against the installed package by the oldest TypeScript that README names.
import { Client, createRedactor, memoryTokenStore, type TokenStore } from "slashpass";
import { ApiClient } from "slashpass/api";
import { CommandsClient } from "slashpass/commands";
import { fileJournal } from "slashpass/commands/file-journal";
import { parseWebhookEvent } from "slashpass/events";
import { defineCommand } from "slashpass/interactions";
import { startEmulator } from "slashpass/emulator";
import { tokenStoreContract } from "slashpass/store-contract";

const store: TokenStore = memoryTokenStore();

export const client: Client = new Client({ store });
export const masked: string = createRedactor().redact("text");
export const launch = defineCommand({
  type: 4,
  name: "launch",
  handle: (interaction) => interaction.launchActivity(),
});
export { ApiClient, CommandsClient, fileJournal, parseWebhookEvent, startEmulator, tokenStoreContract };
