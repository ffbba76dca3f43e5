import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type RequestRecord, startEmulator } from "../../../../src/emulator/index.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { recordRequest, hideSecrets } from "../../../../src/emulator/server/request-record.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { authorizeUrl, authorize, getTokens, getUser, postForm } from "../../../setup/emulator/players.ts";
import { call, send, sendJson } from "../../../setup/emulator/requests.ts";
import { until } from "../../../setup/until.ts";

const live = { world: new World({}) } as LiveWorld;
const records: RequestRecord[] = [];
const emulator = await startEmulator({
  onRequest: (record) => records.push(record),
  world: { applications: [{ id: "10" }, { parentApplication: "10" }] },
});
const { apiBase, application } = emulator;
const { exchanges } = application;
afterAll(() => emulator.close());
beforeEach(() => {
  records.length = 0;
});

async function recordOf(path: string, init?: RequestInit): Promise<RequestRecord> {
  await fetch(emulator.webBase + path, { redirect: "manual", ...init }).catch(() => undefined);
  return await until(() => records[0]);
}

describe("a finished request", () => {
  it("is reported with its status and duration", async () => {
    expect(await recordOf("/api/v10/oauth2/keys?secret=1")).toEqual({
      method: "GET",
      path: "/api/v10/oauth2/keys",
      status: 200,
      durationMs: expect.any(Number),
      reason: undefined,
    });
    expect(records[0]?.durationMs).toBeGreaterThan(0);
  });

  it.each([
    ["401: Unauthorized", "/api/v10/users/@me", {}],
    [
      /^invalid_/,
      "/api/v10/oauth2/token",
      { method: "POST", body: new URLSearchParams({ grant_type: "x" }) },
    ],
    [/^invalid_client: /, "/oauth2/authorize?client_id=1&response_type=code", {}],
    [undefined, "/sign-in/1", { method: "PUT", headers: { "x-slashpass-fault": "unavailable" } }],
  ])("is reported with the rejection reason %s", async (reason, path, init) => {
    const record = await recordOf(path, init);
    expect(record.status).toBeGreaterThanOrEqual(400);
    if (reason instanceof RegExp) expect(record.reason).toMatch(reason);
    else if (reason !== undefined) expect(record.reason).toBe(reason);
  });

  it("is not reported as rejected if it redirects to the sign-in page", async () => {
    const { pathname, search } = new URL(authorizeUrl(emulator, { prompt: "none" }));
    const record = await recordOf(pathname + search);
    expect(record).toMatchObject({ status: 303, reason: undefined });
  });

  it("is reported with each rejected field", async () => {
    const headers = {
      authorization: `Bot ${emulator.application.botToken}`,
      "content-type": "application/json",
    };
    const path = `/api/v10/applications/${emulator.application.id}/commands`;
    const body = JSON.stringify({ name: "A B", description: "" });
    expect((await recordOf(path, { method: "POST", headers, body })).reason).toMatch(
      /^name: .+; description: /,
    );
  });

  it("is reported with the error in a redirect", async () => {
    const { pathname, search } = new URL(authorizeUrl(emulator, { scope: "nothing" }));
    expect(await recordOf(pathname + search)).toMatchObject({
      path: "/oauth2/authorize",
      reason: expect.stringMatching(/^invalid_scope: /),
    });
  });

  it("hides an interaction's token", async () => {
    const { path } = await recordOf("/api/v10/webhooks/5/the-token/messages/@original");
    expect(path).toBe("/api/v10/webhooks/5/:token/messages/@original");
  });

  it("has no status if there is no response", async () => {
    emulator.faults.add({ answer: "drop", times: 1 });
    expect(await recordOf("/api/v10/users/@me")).toMatchObject({ status: undefined, reason: undefined });
  });

  it.each<[string, () => unknown]>([
    ["throws", () => expect.unreachable()],
    ["returns a promise that rejects", async () => Promise.reject(new Error("log"))],
  ])("receives a response even if `onRequest` %s", async (_what, onRequest) => {
    await using other = await startEmulator({ onRequest });
    expect((await fetch(`${other.apiBase}/gateway`)).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("has no reason if the response contains no message", async () => {
    const headers = { "content-type": "text/plain" };
    for (const body of ["x", ["y"], { of: "another kind" }]) {
      records.length = 0;
      emulator.faults.add({ answer: { status: 400, headers, body }, times: 1 });
      expect((await recordOf("/api/v10/users/@me")).reason).toBeUndefined();
    }
  });

  it("has no reason if the response is truncated", async () => {
    emulator.faults.add({ answer: "half", times: 1 });
    expect(await recordOf("/api/v10/users/@me")).toMatchObject({ status: 401, reason: undefined });
  });

  it.each([
    ["has the reason from a response sent as bytes", 400, [Buffer.from('{"message":"No."}')], "No."],
    ["has no reason if the response is too long", 400, ["x".repeat(70_000), "never read"], undefined],
    ["has no reason if a redirect contains a code", 302, [], undefined],
  ])("%s", async (_what, status, parts, reason) => {
    const received: RequestRecord[] = [];
    await using server = await startServer((request, response) => {
      recordRequest(live, request, response, (record) => received.push(record));
      response.setHeader("location", "http://127.0.0.1/callback?code=c").writeHead(status);
      for (const part of parts) response.write(part);
      response.end();
    });
    await (await fetch(server.url, { redirect: "manual" })).text();
    await until(() => received.length === 1);
    expect(received).toMatchObject([{ status, reason }]);
  });
});

/** Waits until `work` has caused `count` exchanges and returns them. */
async function exchangesOf(work: () => Promise<unknown>, count = 1) {
  const before = exchanges.all.length;
  await work().catch(() => undefined);
  return await until(() => exchanges.all.length === before + count && exchanges.all.slice(before));
}

describe("a request from an application", () => {
  it("is recorded with its response and without its credential", async () => {
    const command = { name: "ping", description: "Answers" };
    const [exchange] = await exchangesOf(() =>
      call(emulator, "POST", "/commands?with_localizations=1", command),
    );
    expect(exchange).toMatchObject({
      from: "application",
      method: "POST",
      url: `/api/v10/applications/${application.id}/commands?with_localizations=1`,
      at: expect.any(Number),
      durationMs: expect.any(Number),
      request: { headers: { authorization: "Bot [hidden]" }, body: JSON.stringify(command) },
      answer: { status: 201, body: expect.stringContaining('"name":"ping"') },
    });
    expect(JSON.stringify(exchange)).not.toContain(application.botToken);
  });

  it("is recorded with a fault's response", async () => {
    emulator.faults.add({ answer: "unavailable", times: 1 });
    const ask = () => call(emulator, "GET", "/commands");
    expect(await exchangesOf(ask)).toMatchObject([{ answer: { status: 503 } }]);
    emulator.faults.add({ answer: "drop", times: 1 });
    expect(await exchangesOf(ask)).toMatchObject([{ answer: undefined }]);
  });

  it("is recorded next to the interaction that it responds to", async () => {
    await application.setInteractionsEndpoint(async (request) => {
      const { id, token, type } = (await request.clone().json()) as {
        id: string;
        token: string;
        type: number;
      };
      if (request.headers.get("x-signature-ed25519")?.startsWith("000"))
        return new Response("", { status: 401 });
      if (type === 1) return Response.json({ type: 1 });
      const body = JSON.stringify({ type: 4, data: { content: "pong" } });
      const headers = { "content-type": "application/json" };
      await fetch(`${emulator.apiBase}/interactions/${id}/${token}/callback`, {
        method: "POST",
        headers,
        body,
      });
      return new Response("", { status: 202 });
    });
    const before = exchanges.all.length;
    await emulator.player().use("/ping");
    const [callback, interaction] = await until(
      () => exchanges.all.length === before + 2 && exchanges.all.slice(before),
    );
    expect(callback).toMatchObject({ from: "application", answer: { status: 204, bytes: 0 } });
    expect(interaction).toMatchObject({ from: "service", answer: { status: 202 }, url: undefined });
  });

  it("is not recorded if it is for another path or application", async () => {
    const before = exchanges.all.length;
    await fetch(`${emulator.apiBase}/users/@me`);
    await fetch(`${emulator.apiBase}/applications/5/commands`);
    await fetch(`${emulator.apiBase}/interactions/5/unknown/callback`, { method: "POST" });
    await exchangesOf(() => call(emulator, "GET", "/commands"));
    expect(exchanges.all).toHaveLength(before + 1);
  });
});

describe("a sign-in's requests", () => {
  it("are recorded for their application without codes, tokens or secrets", async () => {
    let token: unknown;
    const [exchange, user] = await exchangesOf(async () => {
      const { body } = await getTokens(emulator);
      token = body["access_token"];
      await getUser(emulator, token);
    }, 2);
    expect(exchange).toMatchObject({
      from: "application",
      url: "/api/v10/oauth2/token",
      request: {
        body: expect.stringMatching(/^grant_type: authorization_code\n(?:.+\n)*code: \[hidden\]$/m),
      },
      answer: { status: 200, body: expect.stringContaining('"access_token":"[hidden]"') },
    });
    expect(user).toMatchObject({
      url: "/api/v10/users/@me",
      request: { headers: { authorization: "Bearer [hidden]" } },
      answer: { status: 200, body: expect.stringContaining('"global_name":"Ada"') },
    });
    expect(JSON.stringify([exchange, user])).not.toContain(String(token));
  });

  it("are recorded for the client id in the form or in HTTP Basic authentication, even if rejected", async () => {
    const authorization = `Basic ${Buffer.from(`${application.id}:wrong`).toString("base64")}`;
    const form = {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams({ code: "c0de" }),
    };
    const [basic] = await exchangesOf(() => send(`${apiBase}/oauth2/token`, form));
    expect(basic).toMatchObject({ request: { body: "code: [hidden]" }, answer: { status: 401 } });
    const revocation = { client_id: application.id, token: "t0ken", token_type_hint: "access_token" };
    const [revoked] = await exchangesOf(() => postForm(emulator, "/oauth2/token/revoke", revocation));
    expect(revoked?.request.body).toBe(
      `client_id: ${application.id}\ntoken: [hidden]\ntoken_type_hint: access_token`,
    );
  });

  it("are recorded for the parent application if they request a child token", async () => {
    const { body } = await getTokens(emulator);
    const [, child] = emulator.applications;
    const request = { parent_access_token: body["access_token"], child_application_id: child?.id };
    const calls = await exchangesOf(() => sendJson(`${apiBase}/partner-sdk/child-token`, "POST", request), 1);
    expect(calls.at(-1)?.request.body).toBe(JSON.stringify({ ...request, parent_access_token: "[hidden]" }));
  });

  it("are not recorded if the application is unknown", async () => {
    const before = exchanges.all.length;
    await send(`${apiBase}/users/@me`, { headers: { authorization: "Bearer unknown" } });
    await send(`${apiBase}/partner-sdk/child-token`, { method: "POST", body: "{" });
    await exchangesOf(() => getTokens(emulator));
    expect(exchanges.all).toHaveLength(before + 1);
  });
});

describe("hideSecrets", () => {
  const part = (body: string, type: string) => ({ headers: { "content-type": type }, body, bytes: 1 });

  it("hides a truncated body", () => {
    const { body } = hideSecrets(part('{"access_token":"s3cret', "application/json"));
    expect(body).toBe('{"body":"[hidden]"}');
  });

  it("keeps a JSON list and an HTML page unchanged", () => {
    for (const whole of [part('[{"id":"1"}]', "application/json"), part("<p>code=1", "text/html")])
      expect(hideSecrets(whole)).toBe(whole);
  });
});

it("records players' consents, oldest first", async () => {
  const request = { parameters: { scope: "identify guilds" } };
  await authorize(emulator, { player: "Grace", ...request });
  await authorize(emulator, { player: "Barbara", answer: "deny", ...request });
  expect(application.consents.slice(-2)).toEqual([
    { player: "Grace", scopes: "identify guilds", isGranted: true, at: expect.any(Number) },
    { player: "Barbara", scopes: "identify guilds", isGranted: false, at: expect.any(Number) },
  ]);
});
