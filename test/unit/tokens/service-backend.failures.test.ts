import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import { type ClientError, ErrorType, isClientError } from "../../../src/core/errors.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { AuthenticationExternalAuthType } from "../../../src/wire/external-auth.ts";
import { formatRecord } from "../../../src/tokens/token-set.ts";
import { AuthorizationTokenType } from "../../../src/tokens/token-type.ts";
import {
  type ScriptedAnswer,
  type ScriptedService,
  type RecordedRequest,
  startService,
} from "../../setup/scripted-service.ts";

const application = "1234567890123456789";
const secrets = {
  code: "code-5f2b8c1d9e7a4036",
  verifier: "verifier-0123456789abcdefghijklmnopqrstuvwxyz-ABCDEF",
  access: "access-9c4e1f7b2a8d6053",
  refresh: "refresh-3d8a6b0c5e9f1724",
  external: "external-7e1d4c9b3f6a8025",
  device: "device-2b5f8e1c7d4a9036",
};
const redirectUri = "http://127.0.0.1:49152/callback";
/** Placeholder for everything that the service received, which it quotes in its errors. */
const quoting = "QUOTING";

function quote(answer: ScriptedAnswer, { fields, headers }: RecordedRequest): ScriptedAnswer {
  const sent = [...Object.values(fields), headers.authorization].join(" ");
  if (answer.body === undefined) return answer;
  return { ...answer, body: JSON.parse(JSON.stringify(answer.body).replaceAll(quoting, sent)) as unknown };
}

let service: ScriptedService;
let client: Client;

beforeEach(async () => {
  service = await startService();
  client = createClient();
});
afterEach(async () => {
  await client.close();
  await service[Symbol.asyncDispose]();
});

function createClient(options: object = {}): Client {
  return new Client({
    applicationId: application,
    apiBase: `${service.base}/api`,
    webBase: service.base,
    ...options,
  });
}

const operations = {
  GetToken: () => client.GetToken(application, secrets.code, secrets.verifier, redirectUri),
  RefreshToken: () => client.RefreshToken(application, secrets.refresh),
  RevokeToken: () => client.RevokeToken(application, secrets.access),
  FetchCurrentUser: () => client.FetchCurrentUser(AuthorizationTokenType.Bearer, secrets.access),
  ExchangeChildToken: () => client.ExchangeChildToken(secrets.access, "2234567890123456789"),
  GetTokenFromDevice: () => client.GetTokenFromDevice({ scopes: "openid" }, { onPrompt: passNextPause }),
  GetProvisionalToken: () =>
    client.GetProvisionalToken(application, AuthenticationExternalAuthType.OIDC, secrets.external),
  UnmergeIntoProvisionalAccount: () =>
    client.UnmergeIntoProvisionalAccount(application, AuthenticationExternalAuthType.OIDC, secrets.external),
};

/** Skips the library's next one-second wait. */
function passNextPause(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  setImmediate(() => {
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
  });
}

interface Row {
  readonly happens: string;
  readonly operation: string;
  readonly answer: ScriptedAnswer | (() => void);
  readonly run: () => Promise<unknown>;
}

function row(
  happens: string,
  operation: keyof typeof operations,
  answer: ScriptedAnswer | (() => void),
  run: () => Promise<unknown> = operations[operation],
): Row {
  return { happens, operation, answer, run };
}

function oauthError(status: number, error: string, description: string): ScriptedAnswer {
  return { status, body: { error, error_description: `${description} ${quoting}` } };
}

function deviceAnswer(status: number, error: string): () => void {
  return () => {
    const device = {
      device_code: secrets.device,
      user_code: "ABCD-EFGH",
      verification_uri: `${service.base}/activate`,
      expires_in: 300,
      interval: 0.001,
    };
    service.answer = (request) =>
      request.path.endsWith("/device/authorize")
        ? { body: device }
        : quote(oauthError(status, error, "said"), request);
  };
}

/** A session whose access token the service rejects. */
async function rejectedSession(): Promise<unknown> {
  const store = memoryTokenStore();
  const now = Date.now();
  const tokens = {
    accessToken: secrets.access,
    refreshToken: secrets.refresh,
    receivedAt: now,
    expiresAt: now + 3_600_000,
    scopes: "openid",
    requestedScopes: "openid",
  };
  await store.set(`${new URL(service.base).host}/${application}`, formatRecord(tokens));
  await client.close();
  client = createClient({ store });
  const session = await client.signIn({ scopes: "openid" });
  return session.accessToken({ rejected: secrets.access });
}

async function withOwnServer(
  exchangeCode: (request: { code: string }) => Promise<unknown>,
): Promise<unknown> {
  await client.close();
  client = createClient({ exchangeCode });
  return operations.GetToken();
}

async function withTimeout(): Promise<unknown> {
  client.SetHttpRequestTimeout(1);
  return operations.RefreshToken();
}

async function afterClose(): Promise<unknown> {
  const refreshing = operations.RefreshToken();
  await client.close();
  return refreshing;
}

async function whileDown(): Promise<unknown> {
  await service[Symbol.asyncDispose]();
  return operations.RefreshToken();
}

const goodToken = {
  access_token: secrets.access,
  token_type: "Bearer",
  expires_in: 604_800,
  scope: "openid",
};
const never: ScriptedAnswer = { body: undefined };

const rows: readonly Row[] = [
  row("The redirect URI is not registered", "GetToken", oauthError(400, "invalid_request", "redirect_uri")),
  row(
    "The code was already used, has expired, or belongs to another verifier",
    "GetToken",
    oauthError(400, "invalid_grant", "code"),
  ),
  row('"Public Client" is off', "GetToken", oauthError(401, "invalid_client", "client")),
  row(
    "The application is not allowed to use this grant",
    "GetToken",
    oauthError(400, "unauthorized_client", "grant"),
  ),
  row("A scope is not allowed", "GetToken", oauthError(400, "invalid_scope", "scope")),
  row("Your own server fails", "GetToken", {}, () =>
    withOwnServer(({ code }) => Promise.reject(new Error(code))),
  ),
  row("Your own server returns an invalid response", "GetToken", {}, () =>
    withOwnServer(() => Promise.resolve({ access_token: secrets.access })),
  ),
  row("The refresh token is invalid", "RefreshToken", oauthError(400, "invalid_grant", "refresh_token")),
  row(
    "The refresh token of a session is invalid",
    "RefreshToken",
    oauthError(400, "invalid_grant", "no"),
    rejectedSession,
  ),
  row("Discord cannot revoke the token at the moment; the token stays valid", "RevokeToken", {
    status: 503,
    headers: { "retry-after": "30" },
  }),
  row("The access token is rejected", "FetchCurrentUser", {
    status: 401,
    body: { message: quoting, code: 0 },
  }),
  row("The access token is not valid", "FetchCurrentUser", {
    status: 401,
    body: { message: quoting, code: 50_025 },
  }),
  row("The token lacks a scope", "FetchCurrentUser", {
    status: 403,
    body: { message: quoting, code: 50_026 },
  }),
  row("The player declines on the other device", "GetTokenFromDevice", deviceAnswer(400, "access_denied")),
  row("The device code expires", "GetTokenFromDevice", deviceAnswer(400, "expired_token")),
  row("The device code is unknown", "GetTokenFromDevice", deviceAnswer(400, "invalid_grant")),
  row(
    "The device sign-in is aborted",
    "GetTokenFromDevice",
    deviceAnswer(400, "authorization_pending"),
    async () => {
      const signingIn = operations.GetTokenFromDevice();
      client.AbortGetTokenFromDevice();
      return signingIn;
    },
  ),
  row("The publisher is not allowed to use child tokens", "ExchangeChildToken", {
    status: 403,
    body: { message: quoting, code: 50_001 },
  }),
  row("The account is already linked", "GetProvisionalToken", {
    status: 400,
    body: { message: quoting, code: 530_010 },
  }),
  row("A merge is in progress", "UnmergeIntoProvisionalAccount", {
    status: 423,
    body: { message: quoting },
  }),
  row("Too many requests", "RefreshToken", {
    status: 429,
    body: { message: quoting, retry_after: 1.5, global: false },
  }),
  row("Discord has a problem", "RefreshToken", {
    status: 502,
    headers: { "content-type": "text/html" },
    body: `<html>${quoting}</html>`,
  }),
  row("Discord redirects the request", "RefreshToken", {
    status: 307,
    headers: { location: "http://127.0.0.1:9/" },
    body: quoting,
  }),
  row("The response is truncated", "RefreshToken", {
    body: `{"access_token":"${secrets.access}","refresh_to`,
  }),
  row("The response has another token type", "RefreshToken", { body: { ...goodToken, token_type: "mac" } }),
  row("The response is larger than 1 MB", "RefreshToken", { body: quoting.repeat(100_000) }),
  row("The request times out", "RefreshToken", never, withTimeout),
  row("Discord cannot be reached", "RefreshToken", {}, whileDown),
  row("The client is closed during the request", "RefreshToken", never, afterClose),
];

const table: string[] = [];
const hints: string[] = [];

const cases = rows.map((test) => [test.happens, test] as const);

it.each(cases)("reports the error and the fix without secrets: %s", async (_, { answer, ...test }) => {
  if (typeof answer === "function") answer();
  else service.answer = (request) => quote(answer, request);
  const error = await test.run().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isClientError(error)) throw new Error("no ClientError", { cause: error });
  table.push(describeRow(test.happens, test.operation, error));
  hints.push(`${test.operation}: ${test.happens}\n  ${error.hint ?? "–"}\n`);
  expect(findSecrets(error)).toEqual([]);
  expect(error.cause).toBeUndefined();
});

it("matches the table in docs/errors.md", async () => {
  const page = readFileSync("docs/errors.md", "utf8");
  const head = ["What happens", "Operation", "`type`", "`code`", "`status`", "`retryable`"];
  const lines = [`| ${head.join(" | ")} |`, `|${" --- |".repeat(head.length)}`, ...table, ""];
  const written = page.replace(/^\| What happens .*\n(?:\|.*\n)+/m, () => lines.join("\n"));
  expect(written).toContain(lines.join("\n"));
  await expect(written).toMatchFileSnapshot("../../../docs/errors.md");
});

it("matches the hints in the golden file", async () => {
  await expect(hints.join("")).toMatchFileSnapshot("../../golden/token-operation-hints.txt");
});

function describeRow(happens: string, operation: string, error: ClientError): string {
  const type = Object.entries(ErrorType).find(([, value]) => value === error.type)?.[0] ?? "";
  const status = [error.status, error.errorCode].filter(Boolean).join(", code ");
  const retryable = error.retryable ? `yes${error.retryAfter ? `, after ${error.retryAfter} s` : ""}` : "no";
  const cells = [happens, operation, type, `\`${error.code}\``, status, retryable];
  return `| ${cells.join(" | ")} |`;
}

/** Prints an error in every common way. */
function findSecrets(error: ClientError): string[] {
  const printed = [
    error.message,
    error.stack,
    String(error),
    inspect(error, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(error),
    JSON.stringify(Object.getOwnPropertyDescriptors(error)),
  ].join("\n");
  return Object.values(secrets).filter((secret) => printed.includes(secret));
}
