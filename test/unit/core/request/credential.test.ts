import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { CommandsClient, type ApiCredential, type UserCredential } from "../../../../src/commands/index.ts";
import { passWaits } from "../../../setup/pass-waits.ts";
import { type ScriptedAnswer, startService } from "../../../setup/scripted-service.ts";
import { applicationId } from "../../../setup/commands/samples.ts";

afterEach(() => void vi.useRealTimers());

const unauthorized = { status: 401, body: { message: "401: Unauthorized", code: 0 } };
const application = { clientId: applicationId, clientSecret: "hush:hush/&" };

/** A service that issues numbered tokens and accepts only those in `valid`. */
async function startTokenService(expiresIn = 1000) {
  const valid = new Set<string>();
  const service = await startService(({ path, headers }) => {
    if (path === "/api/v10/oauth2/token") {
      const token = `client-token-${valid.size + 1}`;
      valid.add(token);
      const body = {
        access_token: token,
        token_type: "Bearer",
        expires_in: expiresIn,
        scope: "applications.commands.update",
      };
      return { status: 200, body };
    }
    const [, token = ""] = (headers.authorization ?? "").split(" ");
    return valid.has(token) ? { status: 200, body: [] } : unauthorized;
  });
  const tokenRequests = () => service.requests.filter(({ path }) => path.endsWith("/oauth2/token"));
  const connect = (credential: ApiCredential, onSecret?: (secret: string) => void) =>
    new CommandsClient({ applicationId, credential, apiBase: service.apiBase, onSecret });
  return { ...service, valid, tokenRequests, connect };
}

test("obtains one client-credentials token for concurrent callers, using Basic authentication and a form", async () => {
  await using service = await startTokenService();
  const secrets: string[] = [];
  const client = service.connect(application, (secret) => secrets.push(secret));
  await Promise.all([client.global.list(), client.global.list(), client.guild("5").list()]);
  await client.global.list();
  expect(service.tokenRequests()).toHaveLength(1);
  const [request] = service.tokenRequests();
  expect(request?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from(`${applicationId}:hush%3Ahush%2F%26`).toString("base64")}`,
    "content-type": expect.stringContaining("application/x-www-form-urlencoded"),
    "user-agent": expect.stringMatching(/^DiscordBot /),
  });
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    grant_type: "client_credentials",
    scope: "applications.commands.update",
  });
  expect(secrets).toEqual(["hush:hush/&", "client-token-1"]);
});

test("obtains a new token only once after a 401", async () => {
  await using service = await startTokenService();
  const client = service.connect(application);
  await client.global.list();
  service.valid.delete("client-token-1");
  service.valid.add("filler");
  await client.global.list();
  expect(service.tokenRequests()).toHaveLength(2);
});

test("throws if the new token is also rejected", async () => {
  let issued = 0;
  await using service = await startService(({ path }) =>
    path.endsWith("/token")
      ? { status: 200, body: { access_token: `t${++issued}`, token_type: "Bearer", expires_in: 100 } }
      : unauthorized,
  );
  const client = new CommandsClient({ applicationId, credential: application, apiBase: service.apiBase });
  await expect(client.global.list()).rejects.toMatchObject({ code: "unauthorized", status: 401 });
  expect(service.requests).toHaveLength(4);
});

/** Edits permissions with `userToken`, using a service that accepts only `good-token`. */
async function editAs(userToken: UserCredential["userToken"], refusal: ScriptedAnswer = unauthorized) {
  await using service = await startService(({ headers }) =>
    headers.authorization === "Bearer good-token"
      ? { status: 200, body: { id: "7", permissions: [] } }
      : refusal,
  );
  const credential = { botToken: "bot-token", userToken };
  const client = new CommandsClient({ applicationId, credential, apiBase: service.apiBase });
  const outcome = await client
    .guild("5")
    .permissions.edit("7", [])
    .catch((caught: unknown) => caught);
  return { outcome, sent: service.requests.map(({ headers }) => headers.authorization) };
}

test("passes a rejected user token to its source and retries with the next one", async () => {
  const requested: (string | undefined)[] = [];
  const { outcome, sent } = await editAs(async (rejected) => {
    requested.push(rejected);
    return rejected === undefined ? "old-token" : "good-token";
  });
  expect(outcome).toEqual({ id: "7", permissions: [] });
  expect(requested).toEqual([undefined, "old-token"]);
  expect(sent).toEqual(["Bearer old-token", "Bearer good-token"]);
});

test("throws if the next user token is also rejected", async () => {
  let issued = 0;
  const { outcome, sent } = await editAs(async () => `token-${++issued}`);
  expect(outcome).toMatchObject({ code: "unauthorized", status: 401 });
  expect(sent).toHaveLength(2);
});

test("does not send a rejected user token again", async () => {
  const { outcome, sent } = await editAs(async () => "old-token");
  expect(outcome).toMatchObject({ code: "unauthorized", status: 401 });
  expect(sent).toEqual(["Bearer old-token"]);
});

test("does not renew a user token that only lacks a scope", async () => {
  const requested: (string | undefined)[] = [];
  const userToken = async (rejected?: string) => {
    requested.push(rejected);
    return "weak-token";
  };
  const { outcome } = await editAs(userToken, {
    status: 401,
    body: { code: 50026, message: "Missing scope" },
  });
  expect(outcome).toMatchObject({ code: "missing_scope" });
  expect(requested).toEqual([undefined]);
});

test("sends a rejected bot token only once", async () => {
  await using service = await startService(() => unauthorized);
  const credential = { botToken: "bot-token", userToken: async () => "good-token" };
  const client = new CommandsClient({ applicationId, credential, apiBase: service.apiBase });
  await expect(client.global.list()).rejects.toMatchObject({ code: "unauthorized" });
  expect(service.requests).toHaveLength(1);
});

test("does not abort a shared token request if one caller aborts", async () => {
  await using service = await startTokenService();
  const client = service.connect(application);
  const stop = new AbortController();
  const aborted = client.global.list({ signal: stop.signal });
  const waiting = client.global.list();
  stop.abort();
  await expect(aborted).rejects.toMatchObject({ code: "aborted" });
  await expect(waiting).resolves.toEqual([]);
  expect(service.tokenRequests()).toHaveLength(1);
});

test.each([
  [
    "an OAuth error",
    { status: 401, body: { error: "invalid_client", error_description: "no hush:hush/& here" } },
  ],
  ["a page", { status: 200, body: "<html>hush:hush/&</html>" }],
  ["a token without its type", { status: 200, body: { access_token: "hush:hush/&" } }],
])("throws a ClientError without secrets if the token endpoint responds with %s", async (_, answer) => {
  await using service = await startService(() => answer);
  const client = new CommandsClient({ applicationId, credential: application, apiBase: service.apiBase });
  const error: unknown = await client.global.list().catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: answer.status === 401 ? "invalid_client" : "invalid_response" });
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("hush:hush");
});

test("retries a token request that fails temporarily", async () => {
  let requested = 0;
  await using service = await startService(({ path }) => {
    if (!path.endsWith("/token")) return { status: 200, body: [] };
    const token = { access_token: "t", token_type: "Bearer", expires_in: 100 };
    return ++requested === 1 ? { status: 503, body: {} } : { status: 200, body: token };
  });
  const client = new CommandsClient({
    applicationId,
    credential: application,
    apiBase: service.apiBase,
    ...passWaits(),
  });
  await expect(client.global.list()).resolves.toEqual([]);
});

test("prefers the bot token to client credentials", async () => {
  await using service = await startTokenService();
  service.valid.add("bot-token");
  await service.connect({ ...application, botToken: "bot-token" }).global.list();
  expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(["Bot bot-token"]);
});
