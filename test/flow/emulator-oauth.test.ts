import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({
    applications: [{}, { publicClient: false }],
    deviceIntervalSeconds: 1,
  });
});
afterEach(() => emulator.close());

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

interface Visit {
  readonly clientId?: string;
  readonly host?: string;
  readonly answer?: "accept" | "deny";
  readonly player?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Lets a scripted player go through the pages; gives what came to the game's loopback redirect. */
async function authorize({ clientId, host = "127.0.0.1", answer, player, parameters }: Visit = {}) {
  const visits: URL[] = [];
  const game = createServer((request, response) => {
    visits.push(new URL(request.url ?? "/", "http://game"));
    response.end("Return to the game");
  });
  game.listen(0, host);
  await once(game, "listening");
  const { port } = game.address() as AddressInfo;
  const redirect_uri = `http://${host.includes(":") ? `[${host}]` : host}:${port}/callback`;
  const url = new URL("/oauth2/authorize", emulator.webBase);
  url.search = new URLSearchParams({
    client_id: clientId ?? emulator.application.id,
    response_type: "code",
    scope: "openid sdk.social_layer",
    state: "the-state",
    code_challenge: challenge,
    code_challenge_method: "S256",
    redirect_uri,
    ...parameters,
  }).toString();
  try {
    await emulator.createPlayerAgent({ answer, player })(url.href);
  } finally {
    game.close();
    game.closeAllConnections();
  }
  expect(visits).toHaveLength(1);
  return { redirect_uri, answer: Object.fromEntries(visits[0]?.searchParams ?? []) };
}

async function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${emulator.apiBase}${path}`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers,
  });
  const text = await response.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Record<string, string | number | undefined>;
  return { status: response.status, headers: response.headers, body };
}

async function postJson(path: string, body: unknown) {
  const response = await fetch(`${emulator.apiBase}${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  const text = await response.text();
  const json = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, body: json };
}

/** Trades a fresh code for tokens. */
async function getTokens(visit: Visit = {}, extra: Record<string, string> = {}) {
  const { redirect_uri, answer } = await authorize(visit);
  const client_id = visit.clientId ?? emulator.application.id;
  const code = { grant_type: "authorization_code", code: answer["code"] ?? "", code_verifier: verifier };
  return await post("/oauth2/token", { client_id, redirect_uri, ...code, ...extra });
}

async function getUser(token: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${emulator.apiBase}/users/@me`, {
    headers: { authorization: `Bearer ${String(token)}` },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe("the authorize page", () => {
  it.each(["127.0.0.1", "::1"])("comes back to any port of %s, with code, state and issuer", async (host) => {
    const { answer } = await authorize({ host });
    expect(answer).toEqual({ code: expect.any(String), state: "the-state", iss: emulator.webBase });
  });

  it.each([
    ["no PKCE", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["an unknown scope", { scope: "identify nonsense" }, "invalid_scope"],
    ["a scope that only applications have", { scope: "applications.commands.update" }, "invalid_scope"],
    ["a sign-in without a page", { prompt: "none" }, "login_required"],
  ])("sends %s back as an error", async (_what, parameters, error) => {
    const { answer } = await authorize({ parameters });
    expect(answer).toMatchObject({ error, state: "the-state", iss: emulator.webBase });
    expect(answer).not.toHaveProperty("code");
  });

  it("tells the game when the player declines", async () => {
    const { answer } = await authorize({ answer: "deny" });
    expect(answer).toMatchObject({ error: "access_denied", state: "the-state" });
  });

  it("asks again who is there with prompt=login, and takes a new name", async () => {
    const { body } = await getTokens({ player: "Barbara", parameters: { prompt: "login" } });
    expect(await getUser(body["access_token"])).toMatchObject({
      status: 200,
      body: { global_name: "Barbara" },
    });
  });

  it.each([
    ["redirect URI", { redirect_uri: "http://127.0.0.1/other" }, /redirect_uri/],
    ["application", { client_id: "5" }, /client is invalid/],
  ])("shows the player an unknown %s, and goes nowhere", async (_what, parameters, reason) => {
    const url = new URL("/oauth2/authorize", emulator.webBase);
    const known = { client_id: emulator.application.id, redirect_uri: "http://127.0.0.1/callback" };
    const request = { response_type: "code", scope: "openid", ...known, ...parameters };
    url.search = new URLSearchParams(request).toString();
    const page = await fetch(url, { redirect: "manual", headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("location")]).toEqual([400, null]);
    expect(await page.text()).toMatch(reason);
    await expect(emulator.createPlayerAgent()(url.href)).rejects.toMatchObject({
      code: "page_refused",
      message: expect.stringMatching(reason),
    });
  });
});

describe("the token endpoint", () => {
  it("answers under both bases with opaque tokens of about 30 characters that live 7 days", async () => {
    const { status, body } = await getTokens();
    expect([status, body["expires_in"], body["token_type"]]).toEqual([200, 604_800, "Bearer"]);
    expect(body["scope"]).toBe("openid sdk.social_layer");
    expect(String(body["access_token"])).toMatch(/^[\w-]{30}$/);
    const { body: refreshed } = await post("/../oauth2/token", {
      grant_type: "refresh_token",
      client_id: emulator.application.id,
      refresh_token: String(body["refresh_token"]),
    });
    expect(refreshed["refresh_token"]).not.toBe(body["refresh_token"]);
    expect((await getUser(refreshed["access_token"])).status).toBe(200);
  });

  it("ends everything when a refresh token is used twice", async () => {
    const { body } = await getTokens();
    const form = {
      grant_type: "refresh_token",
      client_id: emulator.application.id,
      refresh_token: String(body["refresh_token"]),
    };
    const { body: fresh } = await post("/oauth2/token", form);
    expect(await post("/oauth2/token", form)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant", error_description: 'Invalid "refresh_token" in request.' },
    });
    expect(await getUser(fresh["access_token"])).toEqual({
      status: 401,
      body: { message: "401: Unauthorized", code: 0 },
    });
  });

  it("takes a code once, and only with its verifier and redirect URI", async () => {
    const refused = {
      status: 400,
      body: { error: "invalid_grant", error_description: 'Invalid "code" in request.' },
    };
    expect(await getTokens({}, { code_verifier: "x".repeat(43) })).toMatchObject(refused);
    expect(await getTokens({}, { redirect_uri: "http://127.0.0.1/callback" })).toMatchObject(refused);
    expect(await getTokens({}, { code: "unknown" })).toMatchObject(refused);
  });

  it("wants the secret unless the application is public, and never takes a wrong one", async () => {
    const [open, closed] = emulator.applications;
    const unbelieved = { status: 401, body: { error: "invalid_client" } };
    const wrong = await getTokens({}, { client_secret: "wrong" });
    expect(wrong).toMatchObject(unbelieved);
    expect(wrong.headers.get("www-authenticate")).toMatch(/^Basic/);
    const clientId = closed?.id ?? "";
    expect(await getTokens({ clientId })).toMatchObject(unbelieved);
    expect(await getTokens({ clientId }, { client_secret: closed?.clientSecret ?? "" })).toMatchObject({
      status: 200,
    });
    expect(await getTokens({}, { client_secret: open?.clientSecret ?? "" })).toMatchObject({ status: 200 });
  });

  it("gives an application its own token for its secret, with the scopes that applications may have", async () => {
    const { id, clientSecret } = emulator.application;
    const basic = { authorization: `Basic ${Buffer.from(`${id}:${clientSecret}`).toString("base64")}` };
    const form = { grant_type: "client_credentials", scope: "applications.commands.update" };
    const { status, body } = await post("/oauth2/token", form, basic);
    expect([status, body["scope"], body["refresh_token"]]).toEqual([200, form.scope, undefined]);
    expect(await post("/oauth2/token", { ...form, scope: "sdk.social_layer" }, basic)).toMatchObject({
      status: 400,
      body: { error: "invalid_scope" },
    });
    expect(await post("/oauth2/token", { ...form, client_id: id })).toMatchObject({ status: 401 });
  });

  it("takes forms only", async () => {
    const answer = await postJson("/oauth2/token", { grant_type: "refresh_token" });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });
});

describe("revocation", () => {
  it("of any one token ends all of that player's for the application, and nobody else's", async () => {
    const { body: first } = await getTokens();
    const { body: second } = await getTokens();
    const { body: other } = await getTokens({ player: "Grace" });
    const client_id = emulator.application.id;
    const token = String(first["refresh_token"]);
    expect((await post("/oauth2/token/revoke", { client_id, token })).status).toBe(200);
    for (const { access_token } of [first, second]) expect((await getUser(access_token)).status).toBe(401);
    const refresh = {
      grant_type: "refresh_token",
      client_id,
      refresh_token: String(second["refresh_token"]),
    };
    expect((await post("/oauth2/token", refresh)).status).toBe(400);
    expect((await getUser(other["access_token"])).status).toBe(200);
  });

  it("of another application's token does nothing", async () => {
    const { body } = await getTokens();
    const other = emulator.applications[1];
    const credentials = { client_id: other?.id ?? "", client_secret: other?.clientSecret ?? "" };
    await post("/oauth2/token/revoke", { ...credentials, token: String(body["access_token"]) });
    expect((await getUser(body["access_token"])).status).toBe(200);
  });
});

describe("devices", () => {
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";

  async function start() {
    const client_id = emulator.application.id;
    const { body } = await post("/oauth2/device/authorize", { client_id, scope: "openid sdk.social_layer" });
    const poll = () =>
      post("/oauth2/token", { client_id, grant_type, device_code: String(body["device_code"]) });
    return { body, poll };
  }

  it("are let in on the activation page; who asks too often is told to slow down", async () => {
    const { body, poll } = await start();
    expect(body).toMatchObject({
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${emulator.webBase}/activate`,
      verification_uri_complete: `${emulator.webBase}/activate?user_code=${body["user_code"]}`,
      expires_in: 300,
      interval: 1,
    });
    expect(await poll()).toMatchObject({ status: 400, body: { error: "authorization_pending" } });
    expect(await poll()).toMatchObject({ status: 400, body: { error: "slow_down" } });
  });

  it("get their token once the player has agreed", async () => {
    const { body, poll } = await start();
    await emulator.createPlayerAgent({ player: "Grace" })(String(body["verification_uri_complete"]));
    const { status, body: token } = await poll();
    expect(status).toBe(200);
    expect(await getUser(token["access_token"])).toMatchObject({ body: { global_name: "Grace" } });
  });

  it("are told when the player declines", async () => {
    const { body, poll } = await start();
    await emulator.createPlayerAgent({ answer: "deny" })(String(body["verification_uri_complete"]));
    expect(await poll()).toMatchObject({ status: 400, body: { error: "access_denied" } });
  });
});

describe("partner tokens", () => {
  const external = { external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "ticket" };
  const provisional = () =>
    postJson("/partner-sdk/token", { client_id: emulator.application.id, ...external });
  const unmerge = () =>
    postJson("/partner-sdk/provisional-accounts/unmerge", {
      client_id: emulator.application.id,
      ...external,
    });

  it("a provisional account is the same one every time, until it is merged (530010) and unmerged", async () => {
    const first = await provisional();
    expect(first).toMatchObject({ status: 200, body: { token_type: "Bearer", expires_in: 3600 } });
    const user = await getUser(first.body["access_token"]);
    const again = await provisional();
    expect((await getUser(again.body["access_token"])).body["id"]).toBe(user.body["id"]);
    expect((await unmerge()).status).toBe(404);

    const { body: merged } = await getTokens({}, external);
    const linked = { user_id: emulator.players[0].id, provider_type: "STEAM_SESSION_TICKET" };
    expect(await provisional()).toMatchObject({ status: 400, body: { code: 530_010, ...linked } });
    expect((await unmerge()).status).toBe(204);
    expect((await getUser(merged["access_token"])).status).toBe(401);
    expect((await provisional()).status).toBe(200);
  });

  it.each([
    [{ external_auth_type: "MYSPACE" }, "external_auth_type"],
    [{ external_auth_token: "" }, "external_auth_token"],
    [{ external_auth_token: "x".repeat(10_241) }, "external_auth_token"],
  ])("a wrong field is named: %j", async (fields, field) => {
    const body = { client_id: emulator.application.id, ...external, ...fields };
    expect(await postJson("/partner-sdk/token", body)).toMatchObject({
      status: 400,
      body: { code: 50_035, errors: { [field]: { _errors: [{ code: expect.any(String) }] } } },
    });
  });

  it("a child token lives no longer than its parent, and dies with it", async () => {
    const { body: parent } = await getTokens();
    const parent_access_token = String(parent["access_token"]);
    const child_application_id = emulator.applications[1]?.id;
    const path = "/partner-sdk/child-token";
    const { status, body } = await postJson(path, { parent_access_token, child_application_id });
    expect([status, body["refresh_token"]]).toEqual([200, undefined]);
    expect(Number(body["expires_in"])).toBeLessThanOrEqual(604_800);
    expect((await getUser(body["access_token"])).status).toBe(200);
    await post("/oauth2/token/revoke", { client_id: emulator.application.id, token: parent_access_token });
    expect((await getUser(body["access_token"])).status).toBe(401);
    expect(await postJson(path, { parent_access_token, child_application_id })).toMatchObject({
      status: 401,
    });
  });
});

describe("an emulator", () => {
  it("runs beside another one that knows nothing of it", async () => {
    await using other = await startEmulator();
    const { body } = await getTokens();
    const headers = { authorization: `Bearer ${String(body["access_token"])}` };
    expect((await fetch(`${other.apiBase}/users/@me`, { headers })).status).toBe(401);
  });

  it("shows no secret of an application that is printed", async () => {
    const { clientSecret, botToken } = emulator.application;
    const printed = inspect(emulator, { depth: 9, showHidden: true }) + JSON.stringify(emulator);
    expect(printed).not.toContain(clientSecret);
    expect(printed).not.toContain(botToken);
  });
});
