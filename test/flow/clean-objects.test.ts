import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthorizationArgs } from "../../src/sign-in/arguments.ts";
import type { AuthorizationResult } from "../../src/sign-in/authorize.ts";
import { Client } from "../../src/client.ts";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
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
import type { TokenResult } from "../../src/tokens/token-set.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";
import { leaksOf } from "../setup/value-formatters.ts";
import { commandPayload, publicKey, signedRequest } from "../setup/interactions/service.ts";

const state = "a-state-of-the-caller-0123456789";
const nonce = "a-nonce-of-the-caller-0123456789";
const fileKey = "a-key-of-the-file-of-32-letters!";
const interactionToken = "aW50ZXJhY3Rpb24tdG9rZW4-of-this-click";

const folder = mkdtempSync(join(tmpdir(), "slashpass-clean-"));
const objects: Record<string, unknown> = {};
const secrets: string[] = [state, nonce, fileKey, interactionToken];
let emulator: Emulator;
let client: Client;
let authorized: AuthorizationResult;
let tokens: TokenResult;
let interaction: Interaction;

beforeAll(async () => {
  emulator = await startEmulator();
  secrets.push(emulator.application.clientSecret, emulator.application.botToken);
  await addClient();
  await addStores();
  await addCommands();
  await addInteractions();
  addLog();
  const { application, applications, faults, players } = emulator;
  Object.assign(objects, { emulator, application, applications, faults, players });
  objects["player agent"] = emulator.player().browser();
});

afterAll(async () => {
  await client.close();
  await emulator.close();
  rmSync(folder, { recursive: true });
});

async function addClient(): Promise<void> {
  const { application, apiBase, webBase } = emulator;
  const openBrowser = emulator.player().browser();
  client = new Client({
    applicationId: application.id,
    apiBase,
    webBase,
    openBrowser,
    store: memoryTokenStore(),
  });
  const verifier = client.CreateAuthorizationCodeVerifier();
  const args = AuthorizationArgs.from({
    scopes: "openid identify",
    state,
    nonce,
    codeChallenge: verifier.Challenge(),
  });
  const { code, redirectUri } = await client.Authorize(args);
  tokens = await client.GetToken(application.id, code, verifier.Verifier(), redirectUri);
  authorized = await client.Authorize({ scopes: "identify" });
  const session = await client.signIn({ scopes: "openid identify" });
  await client.UpdateToken(AuthorizationTokenType.Bearer, tokens.accessToken);
  secrets.push(code, verifier.Verifier(), authorized.code, authorized.codeVerifier?.Verifier() ?? "");
  secrets.push(tokens.accessToken, tokens.refreshToken ?? "", await session.accessToken());
  Object.assign(objects, { client, "code verifier": verifier, "code challenge": verifier.Challenge() });
  Object.assign(objects, { "authorization arguments": args, "authorization result": authorized });
  Object.assign(objects, { "token result": tokens, session, "session in a list": [{ session, tokens }] });
}

async function addStores(): Promise<void> {
  const items = new Map<string, string>();
  const keytar = {
    getPassword: (_service: string, account: string) => Promise.resolve(items.get(account) ?? null),
    setPassword: (_service: string, account: string, password: string) =>
      Promise.resolve(void items.set(account, password)),
    deletePassword: (_service: string, account: string) => Promise.resolve(items.delete(account)),
  };
  objects["memory store"] = memoryTokenStore();
  objects["file store"] = fileTokenStore({ path: join(folder, "tokens"), key: Buffer.from(fileKey) });
  objects["keychain store"] = keychainTokenStore({ keytar });
  for (const name of ["memory store", "file store", "keychain store"]) {
    const store = objects[name] as ReturnType<typeof memoryTokenStore>;
    // Runs sequentially, so a failure can be traced to its store.
    await store.set("account", JSON.stringify({ accessToken: tokens.accessToken }));
    expect(await store.get("account")).toContain(tokens.accessToken);
  }
}

async function addCommands(): Promise<void> {
  const { application, apiBase } = emulator;
  const shared = { applicationId: application.id, apiBase };
  const bot = new CommandsClient({ ...shared, credential: { botToken: application.botToken } });
  const clientCredential = { clientId: application.id, clientSecret: application.clientSecret };
  const own = new CommandsClient({
    ...shared,
    credential: clientCredential,
    onSecret: (secret) => secrets.push(secret),
  });
  const user = new CommandsClient({
    ...shared,
    credential: { userToken: () => Promise.resolve(tokens.accessToken) },
  });
  await Promise.all([bot.global.list(), own.global.list()]);
  const guild = bot.guild("100000000000000001");
  Object.assign(objects, { "commands client of a bot": bot, "commands client of a user": user });
  Object.assign(objects, {
    "commands client of a client": own,
    "commands client of a signed-in player": client.commands,
  });
  Object.assign(objects, {
    "global scope": own.global,
    "guild scope": guild,
    permissions: guild.permissions,
  });
}

async function addInteractions(): Promise<void> {
  const play = defineCommand({
    name: "play",
    description: "Plays",
    handle: (it) => {
      interaction = it;
      return it.reply({ content: "here" });
    },
  });
  const handler = createInteractionHandler({ publicKey, commands: [play] });
  const request = signedRequest(commandPayload({ name: "play" }, { token: interactionToken }));
  expect((await handler(request)).status).toBe(200);
  Object.assign(objects, {
    "interaction handler": handler,
    "event handler": createEventHandler({ publicKey, events: {} }),
  });
  Object.assign(objects, { "node listener": createNodeListener(handler), "defined command": play });
  Object.assign(objects, { interaction, payload: interaction.payload, messages: interaction.messages });
}

function addLog(): void {
  const redactor = createRedactor({ secrets });
  const logger = new Logger(() => redactor);
  logger.addCallback(() => undefined, LoggingSeverity.Verbose);
  logger.log(LoggingSeverity.Info, "test", secrets.join());
  const known = new Secrets(() => redactor);
  for (const secret of secrets) known.register(secret);
  Object.assign(objects, { redactor, "redactor's stream": redactor.stream(), logger, secrets: known });
}

describe("an inspected or serialized object", () => {
  test.each([
    "client",
    "session",
    "session in a list",
    "code verifier",
    "code challenge",
    "authorization arguments",
    "authorization result",
    "token result",
    "memory store",
    "file store",
    "keychain store",
    "commands client of a bot",
    "commands client of a client",
    "commands client of a user",
    "commands client of a signed-in player",
    "global scope",
    "guild scope",
    "permissions",
    "interaction handler",
    "event handler",
    "node listener",
    "defined command",
    "interaction",
    "payload",
    "messages",
    "emulator",
    "application",
    "applications",
    "faults",
    "players",
    "player agent",
    "redactor",
    "redactor's stream",
    "logger",
    "secrets",
  ])("shows no secret: %s", (name) => {
    expect(objects[name]).toBeDefined();
    expect(leaksOf(objects[name], secrets)).toEqual([]);
  });
});

test("returns secrets that are requested explicitly", () => {
  expect(secrets).toContain(tokens.accessToken);
  expect(tokens.refreshToken).toMatch(/^\S{12,}$/);
  expect(authorized.code).toMatch(/^\S{12,}$/);
  expect(interaction.payload.token).toBe(interactionToken);
  expect(secrets.every((secret) => secret.length >= 12)).toBe(true);
});

test("detects every way an object can expose a secret", () => {
  const secret = state;
  const leaks = (value: unknown) => leaksOf(value, [secret]).map((leak) => leak.split(":")[0]);
  expect(leaks({ secret }).length).toBeGreaterThan(10);
  expect(leaks(Object.defineProperty({}, "hidden", { value: secret }))).toContain("inspect everything");
  expect(
    leaks(
      new (class {
        get secret() {
          return secret;
        }
      })(),
    ),
  ).toContain("inspect everything");
  expect(leaks({ toString: () => secret })).toContain("String");
  expect(leaks(new Error("outer", { cause: new Error(secret) }))).toContain("inspect");
  expect(leaks({ [Symbol("x")]: Buffer.from(secret).toString("base64") })).toContain("its own properties");
});
