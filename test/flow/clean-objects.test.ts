import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { AuthorizationArgs } from "../../src/sign-in/arguments.ts";
import { Client } from "../../src/client.ts";
import { CommandsClient } from "../../src/commands/index.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import {
  createEventHandler,
  createInteractionHandler,
  createNodeListener,
  defineCommand,
  type Interaction,
} from "../../src/interactions/index.ts";
import { Logger, LoggingSeverity } from "../../src/log/logger.ts";
import { createRedactor } from "../../src/log/redactor.ts";
import { Secrets } from "../../src/log/secrets.ts";
import { fileTokenStore, keychainTokenStore } from "../../src/store/own-stores.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";
import { leaksOf } from "../setup/value-formatters.ts";
import { commandPayload, publicKey, signedRequest } from "../setup/interactions/service.ts";

const state = "a-state-of-the-caller-0123456789";
const nonce = "a-nonce-of-the-caller-0123456789";
const fileKey = "a-key-of-the-file-of-32-letters!";
const interactionToken = "aW50ZXJhY3Rpb24tdG9rZW4-of-this-click";

const folder = mkdtempSync(join(tmpdir(), "slashpass-clean-"));
const emulator = await startEmulator();
const { application, applications, faults, players } = emulator;
const player = emulator.player();
const secrets = [state, nonce, fileKey, interactionToken, application.clientSecret, application.botToken];
const client = new Client({
  ...emulator.clientOptions(),
  openBrowser: player.browser(),
  store: memoryTokenStore(),
});
afterAll(async () => {
  await client.close();
  await emulator.close();
  rmSync(folder, { recursive: true });
});

const verifier = client.CreateAuthorizationCodeVerifier();
const args = AuthorizationArgs.from({
  scopes: "openid identify",
  state,
  nonce,
  codeChallenge: verifier.Challenge(),
});
const { code, redirectUri } = await client.Authorize(args);
const tokens = await client.GetToken(application.id, code, verifier.Verifier(), redirectUri);
const authorized = await client.Authorize({ scopes: "identify" });
const session = await client.signIn({ scopes: "openid identify" });
await client.UpdateToken(AuthorizationTokenType.Bearer, tokens.accessToken);
secrets.push(code, verifier.Verifier(), authorized.code, authorized.codeVerifier?.Verifier() ?? "");
secrets.push(tokens.accessToken, tokens.refreshToken ?? "", await session.accessToken());

const items = new Map<string, string>();
const keytar = {
  getPassword: async (_service: string, account: string) => items.get(account) ?? null,
  setPassword: async (_service: string, account: string, password: string) =>
    void items.set(account, password),
  deletePassword: async (_service: string, account: string) => items.delete(account),
};
const stores = {
  "memory store": memoryTokenStore(),
  "file store": fileTokenStore({ path: join(folder, "tokens"), key: Buffer.from(fileKey) }),
  "keychain store": keychainTokenStore({ keytar }),
};
for (const store of Object.values(stores)) {
  // Runs sequentially, so a failure can be traced to its store.
  await store.set("account", JSON.stringify({ accessToken: tokens.accessToken }));
  expect(await store.get("account")).toContain(tokens.accessToken);
}

const forBot = emulator.commandsOptions();
const bot = new CommandsClient(forBot);
const own = new CommandsClient({
  ...forBot,
  credential: { clientId: application.id, clientSecret: application.clientSecret },
  onSecret: (secret) => secrets.push(secret),
});
const user = new CommandsClient({
  ...forBot,
  credential: { userToken: () => Promise.resolve(tokens.accessToken) },
});
await Promise.all([bot.global.list(), own.global.list()]);
const guild = bot.guild("100000000000000001");

const interactions: Interaction[] = [];
const play = defineCommand({
  name: "play",
  description: "Plays",
  handle: (it) => {
    interactions.push(it);
    return it.reply({ content: "here" });
  },
});
const handler = createInteractionHandler({ publicKey, commands: [play] });
await handler(signedRequest(commandPayload({ name: "play" }, { token: interactionToken })));
const [interaction] = interactions;

const redactor = createRedactor({ secrets });
const logger = new Logger(() => redactor);
logger.addCallback(() => undefined, LoggingSeverity.Verbose);
logger.log(LoggingSeverity.Info, "test", secrets.join());
const known = new Secrets(() => redactor);
for (const secret of secrets) known.register(secret);

const objects: Readonly<Record<string, unknown>> = {
  client,
  session,
  "session in a list": [{ session, tokens }],
  "code verifier": verifier,
  "code challenge": verifier.Challenge(),
  "authorization arguments": args,
  "authorization result": authorized,
  "token result": tokens,
  ...stores,
  "commands client of a bot": bot,
  "commands client of a client": own,
  "commands client of a user": user,
  "commands client of a signed-in player": client.commands,
  "global scope": own.global,
  "guild scope": guild,
  permissions: guild.permissions,
  "interaction handler": handler,
  "event handler": createEventHandler({ publicKey, events: {} }),
  "node listener": createNodeListener(handler),
  "defined command": play,
  interaction,
  payload: interaction?.payload,
  messages: interaction?.messages,
  emulator,
  application,
  applications,
  faults,
  players,
  "player agent": player.browser(),
  redactor,
  "redactor's stream": redactor.stream(),
  logger,
  secrets: known,
};

test.each(Object.entries(objects))("shows no secret in an inspected or serialized %s", (_name, object) => {
  expect(object).toBeDefined();
  expect(leaksOf(object, secrets)).toEqual([]);
});

test("returns secrets that are requested explicitly", () => {
  expect(secrets).toContain(tokens.accessToken);
  expect(tokens.refreshToken).toMatch(/^\S{12,}$/);
  expect(authorized.code).toMatch(/^\S{12,}$/);
  expect(interaction?.payload.token).toBe(interactionToken);
  expect(secrets.every((secret) => secret.length >= 12)).toBe(true);
  expect(leaksOf({ state }, secrets).length).toBeGreaterThan(10);
});
