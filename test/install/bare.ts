// Imports the entry points whose types do not require @types/node. This file is compiled without that package.
import { ApiClient } from "slashpass/api";
import { CommandsClient, isClientError } from "slashpass/commands";
import { fileJournal } from "slashpass/commands/file-journal";
import { localize } from "slashpass/commands/languages";
import { defineConfig } from "slashpass/config";
import { parseWebhookEvent } from "slashpass/events";
import * as redis from "slashpass/redis";
import * as server from "slashpass/server";
import { tokenStoreContract } from "slashpass/store-contract";

export const commands = new CommandsClient({ applicationId: "1", credential: { botToken: "token" } });
export const listed = commands.global.list().catch((error: unknown) => {
  // @ts-expect-error -- a misspelled code does not compile
  if (isClientError(error) && error.code === "acces_denied") return [];
  throw error;
});
export {
  ApiClient,
  defineConfig,
  fileJournal,
  localize,
  parseWebhookEvent,
  redis,
  server,
  tokenStoreContract,
};
