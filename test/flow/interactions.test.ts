import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import {
  createInteractionHandler,
  createNodeListener,
  defineCommand,
  type DefinedCommand,
  entryPoint,
  EntryPointHandler,
  fetchActivityInstance,
  findEntryPoint,
  registerEntryPoint,
} from "../../src/interactions/index.ts";

let emulator: Emulator;
let server: Server | undefined;
let client: CommandsClient;

beforeEach(async () => {
  emulator = await startEmulator({ applications: [{ activities: true }] });
  const { apiBase, application } = emulator;
  const credential = { botToken: application.botToken };
  client = new CommandsClient({ applicationId: application.id, credential, baseUrl: apiBase });
});

afterEach(async () => {
  server?.close();
  server?.closeAllConnections();
  await emulator.close();
});

/** Answers the application's interactions with these commands. */
async function listen(...commands: readonly DefinedCommand[]): Promise<void> {
  const { publicKey } = emulator.application;
  const handler = createInteractionHandler({ publicKey, commands, apiBase: emulator.apiBase });
  server = createServer(createNodeListener(handler)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await emulator.application.setInteractionsEndpoint(`http://127.0.0.1:${port}/`);
}

test("the entry point the service made is taken over under its id, launched, and looked up", async () => {
  const made = await findEntryPoint(client.global);
  expect(made).toMatchObject({ type: 4, handler: EntryPointHandler.DiscordLaunchActivity });

  const play = entryPoint({
    name: "play",
    description: "Play together",
    handler: EntryPointHandler.AppHandler,
  });
  const registered = await registerEntryPoint(client.global, play);
  expect(registered).toMatchObject({ id: made?.id, name: "play", handler: EntryPointHandler.AppHandler });

  await listen(play);
  const { response, activityInstance } = await emulator.invoke({ command: "play" });
  expect(response).toEqual({ type: 12 });
  const { apiBase, application, players } = emulator;
  const instance = await fetchActivityInstance(activityInstance?.id ?? "", {
    applicationId: application.id,
    credential: { botToken: application.botToken },
    apiBase,
  });
  expect(instance).toMatchObject({ users: [players[0].id], location: { kind: "pc" } });
});

test("the entry point goes back to the service, which then launches by itself", async () => {
  const made = await findEntryPoint(client.global);
  const byService = entryPoint({ name: "start", description: "Play", handler: 2 });
  await registerEntryPoint(client.global, byService);
  expect(await findEntryPoint(client.global)).toMatchObject({ id: made?.id, name: "start", handler: 2 });
  const { response, activityInstance } = await emulator.invoke({ command: "start" });
  expect(response).toBeUndefined();
  expect(activityInstance?.id).toBeTypeOf("string");
});

test("nothing of the entry point before it stays: neither its texts nor its rights", async () => {
  const made = await findEntryPoint(client.global);
  await client.global.edit(made?.id ?? "", {
    name: "start",
    name_localizations: { de: "starten" },
    description_localizations: { de: "Startet das Spiel" },
    default_member_permissions: "0",
    nsfw: true,
  });
  const play = entryPoint({ name: "play", description: "Play", handler: 1 });
  const cleared = { name_localizations: null, description_localizations: null, nsfw: false };
  expect(await registerEntryPoint(client.global, play)).toMatchObject({
    id: made?.id,
    name: "play",
    default_member_permissions: null,
    ...cleared,
  });
});

test("an entry point is created where there is none", async () => {
  const made = await findEntryPoint(client.global);
  await client.global.delete(made?.id ?? "");
  expect(await findEntryPoint(client.global)).toBeUndefined();
  const play = entryPoint({ name: "play", description: "Play", handler: 1 });
  expect(await registerEntryPoint(client.global, play)).toMatchObject({ name: "play", type: 4 });
});

test("a definition is registered, invoked and answered", async () => {
  const greet = defineCommand({
    name: "greet",
    description: "Greets",
    options: [{ type: 3, name: "name", description: "Whom", required: true }],
    handle: (interaction, { name }) =>
      interaction.reply({ content: `${interaction.user.username} greets ${name}` }),
  });
  await client.global.create(greet.body);
  await listen(greet);
  const options = [{ type: 3, name: "name", value: "Grace" }];
  const { response } = await emulator.invoke({ command: "greet", options, guildId: "1234567890123456789" });
  expect(response).toMatchObject({ data: { content: expect.stringMatching(/greets Grace$/) } });
});

test("an Activity that does not run is not found", async () => {
  const { apiBase, application } = emulator;
  const options = { applicationId: application.id, credential: { botToken: application.botToken }, apiBase };
  await expect(fetchActivityInstance("i-0-pc-0", options)).rejects.toMatchObject({ status: 404 });
});
