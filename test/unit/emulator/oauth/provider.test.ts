import { afterAll, describe, expect, it, vi, test } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { knownScopes } from "../../../../src/wire/scope.ts";
import { startOpenEmulator } from "../../../setup/emulator/live-world.ts";
import {
  authorize,
  authorizeUrl,
  getTokens,
  getUser,
  postForm,
  getAccessToken,
} from "../../../setup/emulator/players.ts";
import { send } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator({ world: { applications: [{}, {}, { publicClient: false }] } });
afterAll(() => emulator.close());
const client_id = emulator.application.id;
const confidential = emulator.applications[2] ?? expect.unreachable();
const noPkce = { code_challenge: "", code_challenge_method: "" };

/** Opens an authorize URL and returns the redirect or the page. */
async function openLink(parameters: Readonly<Record<string, string>>) {
  const response = await fetch(authorizeUrl(emulator, parameters), { redirect: "manual" });
  const location = response.headers.get("location");
  const to = location === null ? undefined : new URL(location, emulator.webBase);
  return { status: response.status, to, text: await response.text() };
}

describe("the authorize page", () => {
  it.each(["127.0.0.1", "::1"])("redirects to any port on %s with code and state", async (host) => {
    const { answer } = await authorize(emulator, { host });
    expect(answer).toEqual({ code: expect.any(String), state: "the-state" });
  });

  it.each([
    ["a request without PKCE", noPkce, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["an unknown scope", { scope: "identify nonsense" }, "invalid_scope"],
  ])("redirects with an error for %s", async (_what, parameters, error) => {
    const { answer } = await authorize(emulator, { parameters });
    expect(answer).toMatchObject({ error, state: "the-state" });
    for (const name of ["code", "iss"]) expect(answer).not.toHaveProperty(name);
  });

  it("returns the implicit grant's error in the fragment (RFC 6749 §4.2.2.1)", async () => {
    const { to } = await openLink({ response_type: "token" });
    expect(Object.fromEntries(new URLSearchParams(to?.hash.slice(1)))).toMatchObject({
      error: "unsupported_response_type",
      state: "the-state",
    });
  });

  describe("the prompt parameter", () => {
    const none = { prompt: "none" };
    /** Returns the callback parameters and the number of new consents. */
    const visit = async (parameters: Readonly<Record<string, string>>, player: string) => {
      const before = emulator.application.consents.length;
      const { answer } = await authorize(emulator, { player, parameters });
      return { answer, consents: emulator.application.consents.length - before };
    };

    it("if set to `none`, asks a new player for consent only once", async () => {
      const first = await visit(none, "Newcomer");
      expect(first).toEqual({ answer: { code: expect.any(String), state: "the-state" }, consents: 1 });
      const second = await visit(none, "Newcomer");
      expect(second).toEqual({ answer: { code: expect.any(String), state: "the-state" }, consents: 0 });
    });

    it("requires consent if a scope is new or the value is not `none`", async () => {
      await visit(none, "Regular");
      expect(await visit({ ...none, scope: "identify email" }, "Regular")).toMatchObject({ consents: 1 });
      expect(await visit({}, "Regular")).toMatchObject({ consents: 1 });
      expect(await visit({ prompt: "consent" }, "Regular")).toMatchObject({ consents: 1 });
    });

    it("if set to `none`, still lets a new player decline", async () => {
      const { answer } = await authorize(emulator, { player: "Shy", answer: "deny", parameters: none });
      expect(answer).toMatchObject({ error: "access_denied", state: "the-state" });
    });
  });

  const refusedScopes: readonly string[] = ["applications.commands.update", "webhook.incoming"];

  it.each(knownScopes)("accepts or rejects the scope %s as the service does", async (scope) => {
    const { to } = await openLink({ scope });
    expect([to?.pathname, to?.searchParams.get("error")]).toEqual(
      refusedScopes.includes(scope)
        ? ["/callback", "invalid_scope"]
        : [expect.stringMatching(/^\/sign-in\//), null],
    );
  });

  it("grants all accepted scopes in one request", async () => {
    const scopes = knownScopes.filter((scope) => !refusedScopes.includes(scope));
    const { body } = await getTokens(emulator, { parameters: { scope: scopes.join(" ") } });
    expect(String(body["scope"]).split(" ").toSorted()).toEqual(scopes.toSorted());
  });

  it("accepts a confidential application without PKCE but checks PKCE if sent", async () => {
    const visit = { clientId: confidential.id };
    const secret = { client_secret: confidential.clientSecret };
    const without = { ...visit, parameters: noPkce };
    expect(await getTokens(emulator, without, { ...secret, code_verifier: "" })).toMatchObject({
      status: 200,
    });
    const refused = { status: 400, body: { error: "invalid_grant" } };
    expect(await getTokens(emulator, visit, { ...secret, code_verifier: "" })).toMatchObject(refused);
    expect(await getTokens(emulator, without, secret)).toMatchObject(refused);
  });

  it("requires PKCE for a confidential application with a custom-scheme redirect URI", async () => {
    const redirect_uri = `discord-${confidential.id}:/authorize/callback`;
    const { to } = await openLink({ ...noPkce, client_id: confidential.id, redirect_uri });
    expect(to?.href).toMatch(/^discord-\d+:\/authorize\/callback\?error=invalid_request&/);
  });

  it.each(["nonce", "scope", "ui_locales", "login_hint"])(
    "redirects with an error if %s is too long",
    async (name) => {
      const { to } = await openLink({ [name]: "x".repeat(20_000) });
      expect(to?.origin).toBe("http://127.0.0.1:4321");
      expect(Object.fromEntries(to?.searchParams ?? [])).toMatchObject({
        error: "invalid_request",
        error_description: expect.stringContaining(`${name} is longer than 4000 characters`),
        state: "the-state",
      });
    },
  );

  /** Returns the response to an authorization request of an application that registered the URIs. */
  const visit = (redirectUris: readonly string[], redirect_uri: string) =>
    openLink({ client_id: emulator.addApplication({ redirectUris }).id, redirect_uri });

  it.each([
    "http://reef.example/callback",
    "http://192.0.2.5:3000/callback",
    "https://localhost:3000/callback",
    "https://127.0.0.1",
    "https://[::1]",
    "https://localhost?back",
    "http://localhost.example",
    "http://127.0.0.1.example/callback",
  ])("redirects to a website at %s", async (uri) => {
    expect((await visit([uri], uri)).to?.pathname).toMatch(/^\/sign-in\//);
    expect((await visit([uri], `${uri}/other`)).status).toBe(400);
  });

  it.each(["https://127.0.0.1", "https://reef.example/callback", "http://reef.example/callback"])(
    "redirects to any port for a desktop game whose application also registers %s",
    async (website) => {
      const redirectUris = [website, "http://127.0.0.1/callback", "reef:/back"];
      for (const uri of [website, "http://127.0.0.1:4321/callback", "reef:/back"])
        expect((await visit(redirectUris, uri)).to?.pathname, uri).toMatch(/^\/sign-in\//);
    },
  );

  it("shows an unknown redirect URI next to the registered ones", async () => {
    const redirect_uri = "http://127.0.0.1/other";
    const sections = (await openLink({ redirect_uri })).text.split("<section>").slice(1);
    expect(sections).toEqual([
      expect.stringContaining(`<code>${redirect_uri}</code>`),
      expect.stringContaining("<code>http://127.0.0.1/callback</code>"),
    ]);
    expect(sections[1]).not.toContain("/other");
  });

  it.each([
    ["redirect URI", { redirect_uri: "http://127.0.0.1/other" }, /redirect_uri/],
    ["application", { client_id: "5" }, /client is invalid/],
  ])(
    "shows the player an error for an unknown %s instead of redirecting",
    async (_what, parameters, reason) => {
      const { status, to, text } = await openLink(parameters);
      expect([status, to]).toEqual([400, undefined]);
      expect(text).toMatch(reason);
      await expect(emulator.player().browser()(authorizeUrl(emulator, parameters))).rejects.toMatchObject({
        code: "page_refused",
        message: expect.stringMatching(reason),
      });
    },
  );
});

describe("the token endpoint", () => {
  it("returns opaque 30-character tokens, valid for 7 days, under both base URLs", async () => {
    const { status, body } = await getTokens(emulator);
    expect([status, body["expires_in"], body["token_type"]]).toEqual([200, 604_800, "Bearer"]);
    expect(body["scope"]).toBe("openid sdk.social_layer");
    expect(String(body["access_token"])).toMatch(/^[\w-]{30}$/);
    const { body: refreshed } = await postForm(emulator, "/../oauth2/token", {
      grant_type: "refresh_token",
      client_id,
      refresh_token: String(body["refresh_token"]),
    });
    expect(refreshed["refresh_token"]).not.toBe(body["refresh_token"]);
    expect((await getUser(emulator, refreshed["access_token"])).status).toBe(200);
    expect((await getUser(emulator, body["access_token"])).status).toBe(401);
  });

  it("revokes all tokens if a refresh token is used twice", async () => {
    const { body } = await getTokens(emulator);
    const refresh_token = String(body["refresh_token"]);
    const form = { grant_type: "refresh_token", client_id, refresh_token };
    const { body: fresh } = await postForm(emulator, "/oauth2/token", form);
    expect(await postForm(emulator, "/oauth2/token", form)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant", error_description: 'Invalid "refresh_token" in request.' },
    });
    expect(await getUser(emulator, fresh["access_token"])).toMatchObject({
      status: 401,
      body: { message: "401: Unauthorized", code: 0 },
    });
  });

  it("accepts only a known code with its verifier and redirect URI", async () => {
    const refused = {
      status: 400,
      body: { error: "invalid_grant", error_description: 'Invalid "code" in request.' },
    };
    expect(await getTokens(emulator, {}, { code_verifier: "x".repeat(43) })).toMatchObject(refused);
    const other = { redirect_uri: "http://127.0.0.1/callback" };
    expect(await getTokens(emulator, {}, other)).toMatchObject(refused);
    expect(await getTokens(emulator, {}, { code: "unknown" })).toMatchObject(refused);
  });
});

it("issues no tokens for a deleted player", async () => {
  await using open = await startOpenEmulator();
  const { body } = await getTokens(open);
  vi.spyOn(open.world.players, "byId").mockReturnValue(undefined);
  const refresh_token = String(body["refresh_token"]);
  const form = { grant_type: "refresh_token", client_id: open.application.id, refresh_token };
  expect(await postForm(open, "/oauth2/token", form)).toMatchObject({
    status: 400,
    body: { error: "invalid_grant" },
  });
});

it("signs with the same key in every emulator, because generating a key is slow", async () => {
  await using other = await startEmulator();
  const [keys, ofOther] = await Promise.all(
    [emulator, other].map(async ({ apiBase }) => (await fetch(new URL("/api/oauth2/keys", apiBase))).json()),
  );
  expect(ofOther).toEqual(keys);
});

describe("claims", () => {
  const [ada] = emulator.players;

  test.each([
    ["openid", {}],
    ["openid identify", { preferred_username: "ada", nickname: "Ada", locale: "en-US" }],
    ["openid email", { email: "ada@example.com", email_verified: true }],
  ])("returns the user info for the scope %s", async (scope, claims) => {
    const read = (token: string) =>
      send(`${emulator.apiBase}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    const { status, body } = await read(await getAccessToken(emulator, scope));
    expect([status, body]).toEqual([200, { sub: ada.id, ...claims }]);
    expect(await read("wrong")).toMatchObject({ status: 401, body: { code: 0 } });
  });
});
