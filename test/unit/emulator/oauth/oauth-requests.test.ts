import { describe, expect, it, test, afterAll, beforeAll } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import {
  authenticateApplication,
  acceptsSecret,
  fillRedirect,
  issueDesktopCode,
} from "../../../../src/emulator/oauth/oauth-requests.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { authorizeUrl, getTokens, postForm } from "../../../setup/emulator/players.ts";
import { sendJson } from "../../../setup/emulator/requests.ts";
import { createAuthorizationServer } from "../../../../src/emulator/server/running-service.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { World } from "../../../../src/emulator/state/world.ts";

const open = new EmulatorApplication();
const closed = new EmulatorApplication({ publicClient: false });

function ask(form: Readonly<Record<string, string>>, authorization?: string) {
  const find = (id: string) => [open, closed].find((application) => application.id === id);
  const answer = authenticateApplication({ authorization }, new URLSearchParams(form), find);
  return answer instanceof URLSearchParams ? Object.fromEntries(answer) : answer;
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
}

describe("client authentication at the token endpoint", () => {
  const unbelieved = { status: 401, error: "invalid_client" };

  it("fills in a public application's secret", () => {
    const complete = { client_id: open.id, client_secret: open.clientSecret };
    expect(ask({ client_id: open.id, a: "b" })).toEqual({ ...complete, a: "b" });
    expect(ask({ a: "b" }, basic(open.id, open.clientSecret))).toEqual({ ...complete, a: "b" });
  });

  it.each([
    ["a wrong secret", { client_id: open.id, client_secret: "x" }, undefined],
    ["a wrong secret of the right length", { client_id: open.id, client_secret: "x".repeat(32) }, undefined],
    ["an unknown id", { client_id: "5" }, undefined],
    ["a header without a secret", {}, basic(open.id, "")],
    ["a header that is not Base64", {}, "Basic !"],
    ["a header with malformed percent-encoding", {}, basic("%E0%A4%A", "%")],
  ])("rejects %s", (_what, form, header) => {
    expect(ask(form, header)).toEqual(unbelieved);
  });

  it.each([undefined, "Bearer token"])("requires a client id if the Authorization header is %s", (header) => {
    expect(ask({ grant_type: "refresh_token" }, header)).toEqual({ status: 400, error: "invalid_request" });
  });

  it("grants client credentials only with the secret and known scopes", () => {
    const form = { grant_type: "client_credentials", client_id: open.id };
    const client_secret = open.clientSecret;
    expect(ask(form)).toEqual(unbelieved);
    expect(ask({ ...form, client_secret })).toMatchObject(form);
    expect(ask({ ...form, client_secret, scope: "identify" })).toMatchObject({ scope: "identify" });
    expect(ask({ ...form, client_secret, scope: "identify nonsense" })).toEqual({
      status: 400,
      error: "invalid_scope",
    });
  });
});

test.each([
  [undefined, true, false],
  [null, true, false],
  [7, false, false],
  [open.clientSecret, true, false],
  [closed.clientSecret, false, true],
])(
  "for the secret %j, `acceptsSecret` returns %j for a public and %j for a confidential application",
  (secret, one, other) => {
    expect([acceptsSecret(open, secret), acceptsSecret(closed, secret)]).toEqual([one, other]);
  },
);

const emulator = await startEmulator({ world: { applications: [{}, { publicClient: false }] } });
afterAll(() => emulator.close());

test("rejects a state of 20,000 characters and explains why on the page", async () => {
  const url = authorizeUrl(emulator, { state: "s".repeat(20_000) });
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status).toBe(414);
  expect(await response.text()).toContain("The state has 20000 characters, but at most 4000 are allowed");
});

test("accepts a state of 4,000 characters and a request without state or scope", async () => {
  const bare = new URL(authorizeUrl(emulator));
  for (const name of ["state", "scope"]) bare.searchParams.delete(name);
  for (const url of [authorizeUrl(emulator, { state: "s".repeat(4_000) }), bare]) {
    const response = await fetch(url, { redirect: "manual" });
    expect(response.headers.get("location")).toMatch(/^\/sign-in\//);
  }
});

describe("token requests", () => {
  const [publicOne, confidential] = emulator.applications;

  it("accepts only forms", async () => {
    const answer = await sendJson(`${emulator.apiBase}/oauth2/token`, "POST", {
      grant_type: "refresh_token",
    });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });

  it("requires a confidential application's secret and rejects a wrong secret from any application", async () => {
    const unbelieved = { status: 401, body: { error: "invalid_client" } };
    const wrong = await getTokens(emulator, {}, { client_secret: "wrong" });
    expect(wrong).toMatchObject(unbelieved);
    expect(wrong.headers.get("www-authenticate")).toMatch(/^Basic/);
    const clientId = confidential?.id ?? "";
    expect(await getTokens(emulator, { clientId })).toMatchObject(unbelieved);
    const secretOf = (application: typeof publicOne) => ({ client_secret: application?.clientSecret ?? "" });
    expect(await getTokens(emulator, { clientId }, secretOf(confidential))).toMatchObject({ status: 200 });
    expect(await getTokens(emulator, {}, secretOf(publicOne))).toMatchObject({ status: 200 });
  });

  it("returns an application's own token for its secret and known scopes", async () => {
    const { id, clientSecret } = emulator.application;
    const credentials = { authorization: basic(id, clientSecret) };
    const form = { grant_type: "client_credentials", scope: "applications.commands.update" };
    const { status, body } = await postForm(emulator, "/oauth2/token", form, credentials);
    expect([status, body["scope"], body["refresh_token"]]).toEqual([200, form.scope, undefined]);
    const unknown = { ...form, scope: "nonsense" };
    expect(await postForm(emulator, "/oauth2/token", unknown, credentials)).toMatchObject({
      status: 400,
      body: { error: "invalid_scope" },
    });
    const secretless = { ...form, client_id: id };
    expect(await postForm(emulator, "/oauth2/token", secretless)).toMatchObject({ status: 401 });
  });
});

describe("a desktop client's code", () => {
  const world = new World({});
  let live: LiveWorld;
  beforeAll(async () => {
    const webBase = "http://127.0.0.1:1";
    live = {
      world,
      webBase,
      provider: createAuthorizationServer(world, { issuer: webBase, accessTokenSeconds: 60 }),
    };
  });
  afterAll(() => world.close());

  async function fill(fields: Record<string, string>, hasSecret = true) {
    const form = new URLSearchParams(fields);
    await fillRedirect(world, form, hasSecret);
    return form.get("redirect_uri");
  }

  it("fills in a missing redirect URI only for a desktop client's code", async () => {
    const consent = { application: world.applications[0], player: world.players.first, scope: "identify" };
    const code = await issueDesktopCode(live, { ...consent, codeChallenge: undefined, nonce: undefined });
    expect(await fill({ code })).toBe("desktop-client:");
    expect(await fill({ code, redirect_uri: "http://127.0.0.1/callback" })).toBe("http://127.0.0.1/callback");
    expect(await fill({ code: "another" })).toBeNull();
    expect(await fill({ refresh_token: "x" })).toBeNull();
  });

  it("requires a code challenge if the application's secret is missing", async () => {
    const consent = { application: world.applications[0], player: world.players.first, scope: "identify" };
    const code = (codeChallenge: string | undefined) =>
      issueDesktopCode(live, { ...consent, codeChallenge, nonce: undefined });
    expect(await fill({ code: await code(undefined) }, false)).toBeNull();
    expect(await fill({ code: await code("x".repeat(43)) }, false)).toBe("desktop-client:");
  });
});
