// Compiled against the installed package with every TypeScript version listed in the README. test/unit/project/runtimes.test.ts
// checks that every entry point is imported here.
import {
  Client,
  ClientError,
  createRedactor,
  memoryTokenStore,
  type Scopes,
  type TokenStore,
} from "slashpass";
import { ApiClient } from "slashpass/api";
import { CommandsClient } from "slashpass/commands";
import { fileJournal } from "slashpass/commands/file-journal";
import { localize } from "slashpass/commands/languages";
import { defineConfig } from "slashpass/config";
import { setUpSlashpass } from "slashpass/electron";
import { exposeSlashpass } from "slashpass/electron/preload";
import { useSlashpass } from "slashpass/electron/react";
import { slashpass } from "slashpass/electron/renderer";
import { startEmulator } from "slashpass/emulator";
import { parseWebhookEvent } from "slashpass/events";
import { createInteractionHandler, defineCommand } from "slashpass/interactions";
import * as production from "slashpass/interactions/production";
import * as redis from "slashpass/redis";
import * as server from "slashpass/server";
import { socialSdk } from "slashpass/social-sdk";
import { tokenStoreContract } from "slashpass/store-contract";

export const library: Client = new Client({ backend: socialSdk() });
const store: TokenStore = memoryTokenStore();
const scopes: Scopes = ["openid", "identify"];
export const client: Client = new Client({ store });
export const masked: string = createRedactor().redact("text");
export const launch = defineCommand({
  type: 4,
  name: "launch",
  handle: (interaction) => interaction.launchActivity(),
});
export const find = defineCommand({
  name: "find",
  description: "Finds a match",
  options: [{ type: 3, name: "map", description: "On which map", required: true }],
  handle: (interaction, { map }) => interaction.reply({ content: map.toUpperCase() }),
});
const commands = new CommandsClient({ applicationId: "1", credential: { botToken: "token" } });
export const handler = createInteractionHandler({ publicKey: "0".repeat(64), commands: [launch, find] });
export const deployed = production.createInteractionHandler({
  publicKey: "0".repeat(64),
  commands: [
    production.defineCommand({ name: "find", description: "Finds a match", handle: (used) => used.defer() }),
  ],
});
export const synced = handler.sync(commands);
export const signedIn = client.signIn({ scopes }).catch((error: unknown) => {
  if (!(error instanceof ClientError) || error.code !== "access_denied") throw error;
  return undefined;
});
// @ts-expect-error -- a misspelled scope does not compile
export const misspelt: Scopes = ["identfy"];
export const config = defineConfig({ environments: { staging: { applicationId: "1", scopes } } });
export {
  ApiClient,
  fileJournal,
  localize,
  parseWebhookEvent,
  redis,
  server,
  exposeSlashpass,
  setUpSlashpass,
  slashpass,
  startEmulator,
  useSlashpass,
  tokenStoreContract,
};
