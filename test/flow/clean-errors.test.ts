import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import { CommandsClient } from "../../src/commands/index.ts";
import { ClientError } from "../../src/core/errors.ts";
import { createInteractionHandler, defineCommand, type Interaction } from "../../src/interactions/index.ts";
import { keychainTokenStore } from "../../src/store/own-stores.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { AuthenticationExternalAuthType } from "../../src/wire/external-auth.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";
import { runProgram } from "../setup/child-process.ts";
import { findSecret } from "../setup/find-secret.ts";
import { leaksOf } from "../setup/value-formatters.ts";
import { commandPayload, publicKey, signedRequest } from "../setup/interactions/service.ts";
import { type ScriptedService, type RecordedRequest, startService } from "../setup/scripted-service.ts";

const secrets = {
  code: "a-code-of-the-player/with+marks~",
  verifier: "a-verifier-that-is-long-enough-for-the-rules-of-pkce",
  access: "an.access-token_of~the.player",
  refresh: "a-refresh-token-of-the-player",
  external: 'an-external-token/of+"the"=player',
  bot: "a-bot-token.of/the+application=",
  client: "a-client-secret/of+the~application",
  interaction: "aW50ZXJhY3Rpb24-token-of-this-click",
};
/** The client secret as it is form-encoded in the authorization header before base64 (RFC 6749 §2.3.1). */
const clientInHeader = "a%2Dclient%2Dsecret%2Fof%2Bthe%7Eapplication";
const all = [...Object.values(secrets), clientInHeader];
const id = "100000000000000001";
const redirectUri = "http://127.0.0.1:1/callback";
const bearer = AuthorizationTokenType.Bearer;
const steam = AuthenticationExternalAuthType.SteamSessionTicket;

const endByError = fileURLToPath(new URL("fixtures/end-by-error.js", import.meta.url));
let service: ScriptedService;
let client: Client;
let quoted = "";

/** Quotes the whole request in every encoding, as a faulty service might. */
function quote({ path, headers, body }: RecordedRequest): string {
  const texts = [path, String(headers.authorization), JSON.stringify(headers), body];
  return texts
    .flatMap((text) => [text, JSON.stringify(text), encodeURIComponent(text), btoa(text)])
    .concat(decodeURIComponent(path), decodeURIComponent(body.replaceAll("+", " ")))
    .join(" ");
}

beforeAll(async () => {
  service = await startService();
  client = createClient();
});
afterAll(async () => {
  await client.close();
  await service[Symbol.asyncDispose]();
});

function createClient(options: ClientOptions = {}): Client {
  const store = memoryTokenStore();
  return new Client({ applicationId: id, apiBase: service.base, webBase: service.base, store, ...options });
}

type Part = (quoted: string) => object;
const parts: Readonly<Record<string, Part>> = {
  "error description": (text) => ({ error: "invalid_request", error_description: text }),
  error: (text) => ({ error: text }),
  message: (text) => ({ message: text, code: 50_035 }),
  "field errors": (text) => ({
    message: "Invalid Form Body",
    code: 50_035,
    errors: {
      name: { _errors: [{ code: text, message: text }] },
      [text]: { _errors: [{ code: "X", message: "x" }] },
    },
  }),
  "whole body": (text) => [text],
};

const commandsClient = (credential: object): CommandsClient =>
  new CommandsClient({
    applicationId: id,
    apiBase: service.base,
    credential: credential as never,
    maxWaitMs: 0,
  });
const command = { name: "play", description: "Plays" };

const operations: Readonly<Record<string, () => Promise<unknown>>> = {
  GetToken: () => client.GetToken(id, secrets.code, secrets.verifier, redirectUri),
  RefreshToken: () => client.RefreshToken(id, secrets.refresh),
  RevokeToken: () => client.RevokeToken(id, secrets.refresh),
  ExchangeChildToken: () => client.ExchangeChildToken(secrets.access, id),
  GetProvisionalToken: () => client.GetProvisionalToken(id, steam, secrets.external),
  GetTokenFromProvisionalMerge: () =>
    client.GetTokenFromProvisionalMerge(
      id,
      secrets.code,
      secrets.verifier,
      redirectUri,
      steam,
      secrets.external,
    ),
  UnmergeIntoProvisionalAccount: () => client.UnmergeIntoProvisionalAccount(id, steam, secrets.external),
  FetchCurrentUser: () => client.FetchCurrentUser(bearer, secrets.access),
  "creating a command as a bot": () => commandsClient({ botToken: secrets.bot }).global.create(command),
  "creating a command as the client": () =>
    commandsClient({ clientId: id, clientSecret: secrets.client }).global.create(command),
  "editing permissions as a user": () =>
    commandsClient({ userToken: () => Promise.resolve(secrets.access) })
      .guild(id)
      .permissions.edit(id, []),
  "a follow-up to an interaction": followUp,
};

async function followUp(): Promise<unknown> {
  let answered: Interaction | undefined;
  const play = defineCommand({
    ...command,
    handle: (interaction) => {
      answered = interaction;
      return interaction.reply({ content: "here" });
    },
  });
  const handler = createInteractionHandler({ publicKey, commands: [play], apiBase: service.base });
  await handler(signedRequest(commandPayload({ name: "play" }, { token: secrets.interaction })));
  return answered?.messages.send({ content: "again" });
}

/** Returns the error that `operation` throws when the service quotes the request in `part` of its response. */
async function failureOf(operation: () => Promise<unknown>, part: Part, status = 400): Promise<unknown> {
  service.answer = (request) => {
    quoted = quote(request);
    return { status, body: part(quoted) };
  };
  return operation().then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each(
  Object.entries(operations).flatMap(([name, operation]) =>
    Object.entries(parts).map(([where, part]) => ({ name, operation, where, part })),
  ),
)(
  "keeps secrets out of errors from $name when the service quotes the request in the response's $where",
  async (each) => {
    const error = await failureOf(each.operation, each.part);
    expect(error).toBeInstanceOf(ClientError);
    expect(all.some((secret) => findSecret(quoted, secret).length > 0)).toBe(true);
    expect(leaksOf(error, all)).toEqual([]);
    expect(leaksOf(new AggregateError([error], "both failed"), all)).toEqual([]);
    expect(leaksOf({ list: [new Error("outer", { cause: error })] }, all)).toEqual([]);
  },
);

test.each([
  [
    "an invalid success response",
    { access_token: { of: secrets.access }, refresh_token: secrets.refresh, token_type: 7 },
  ],
  [
    "an unsupported token type",
    { access_token: secrets.access, refresh_token: secrets.refresh, token_type: "mac" },
  ],
  ["a string", `"access_token":"${secrets.access}"`],
])("keeps secrets out of invalid-response errors: %s", async (_name, body) => {
  service.answer = () => ({ status: 200, body });
  const error: unknown = await operations["GetToken"]?.().catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: "invalid_response" });
  expect(leaksOf(error, all)).toEqual([]);
});

test("keeps secrets out of errors thrown by the game's own functions", async () => {
  const fail = (text: string) => Promise.reject(new Error(`failed with ${text}`));
  const quoting = createClient({
    fetch: (url, init) => fail(`${url} ${JSON.stringify(init)}`),
    exchangeCode: (request) => fail(JSON.stringify(request)),
    refreshToken: (request) => fail(JSON.stringify(request)),
  });
  const failures = await Promise.allSettled([
    quoting.GetToken(id, secrets.code, secrets.verifier, redirectUri),
    quoting.RefreshToken(id, secrets.refresh),
    quoting.RevokeToken(id, secrets.refresh),
    quoting.FetchCurrentUser(bearer, secrets.access),
  ]);
  expect(failures.map(({ status }) => status)).toEqual(failures.map(() => "rejected"));
  for (const failure of failures) expect(leaksOf(failure, all)).toEqual([]);
  await quoting.close();
});

test("keeps secrets out of errors about swapped arguments", async () => {
  const { access, code, verifier } = secrets;
  const failures = await Promise.allSettled([
    client.GetToken(access, code, verifier, redirectUri),
    client.GetToken(id, code, `${access} `, redirectUri),
    client.GetToken(id, code, verifier, access),
    client.RevokeToken(access, access),
    client.UpdateToken(access as never, access),
    client.Authorize({ scopes: access, clientId: access }),
    client.Authorize({ scopes: "identify", customSchemeParam: `${access}/` }),
    client.Authorize({ scopes: "identify", codeChallenge: access as never }),
    client.GetProvisionalToken(id, access as never, access),
    (async () => new Client({ apiBase: `https://player:${access}@example.com` }))(),
    (async () => new CommandsClient({ applicationId: access, credential: { botToken: access } }))(),
    (async () => commandsClient({ botToken: `Bot ${access}` }))(),
    (async () => client.AddLogCallback(() => undefined, access as never))(),
  ]);
  expect(failures.map(({ status }) => status)).toEqual(failures.map(() => "rejected"));
  for (const failure of failures) expect(leaksOf(failure, all)).toEqual([]);
});

test("keeps secrets out of an error in which the keychain quotes the record", async () => {
  const record = JSON.stringify({ accessToken: secrets.access, refreshToken: secrets.refresh });
  for (const form of [record, JSON.stringify(record), encodeURIComponent(record), btoa(record)]) {
    const store = keychainTokenStore({
      keytar: {
        getPassword: () => Promise.resolve(null),
        setPassword: () => Promise.reject(new Error(`no room for ${form}`)),
        deletePassword: () => Promise.resolve(false),
      },
    });
    const error: unknown = await store.set("account", record).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ClientError);
    expect(leaksOf(error, all)).toEqual([]);
  }
});

test.each([
  ["an exception", "ClientError"],
  ["an error event with the tokens as its value", "TokenResult"],
  ["an unhandled rejection", "ApiError"],
  ["a warning", "ClientError"],
])("keeps secrets out of a game's output when the game exits with %s", async (scenario, printed) => {
  service.answer = (request) =>
    request.fields["grant_type"] === "refresh_token"
      ? { body: { access_token: secrets.access, refresh_token: secrets.refresh, token_type: "Bearer" } }
      : {
          status: 400,
          body: { error: "invalid_request", message: quote(request), error_description: quote(request) },
        };
  const ended = await run(scenario);
  expect(ended.code).toBe(1);
  expect(ended.output).toContain(printed);
  for (const secret of all) expect(findSecret(ended.output, secret)).toEqual([]);
});

async function run(scenario: string): Promise<{ code: number | null; output: string }> {
  const { status, stdout, stderr } = await runProgram(process.execPath, [endByError, service.base, scenario]);
  return { code: status, output: stdout + stderr };
}
