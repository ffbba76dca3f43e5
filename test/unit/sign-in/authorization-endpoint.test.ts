import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, vi } from "vitest";
import {
  buildAuthorizeUrl,
  checkAuthorizePage,
  createAttempt,
  createState,
  readCallback,
} from "../../../src/sign-in/authorization-endpoint.ts";
import { AuthorizationCodeVerifier } from "../../../src/sign-in/code-verifier.ts";
import { parseScheme } from "../../../src/sign-in/redirect/custom-scheme-name.ts";
import { type FetchAnswer, scriptedFetch } from "../../setup/scripted-fetch.ts";

const applicationId = "1234567890123456789";
const redirectUri = "http://127.0.0.1:49152/callback";
const authorization = {
  applicationId,
  scopes: "openid",
  codeChallenge: undefined,
  scheme: parseScheme({ applicationId }),
  namesScheme: false,
};

it("creates a new state, verifier and matching challenge for each attempt", () => {
  const attempts = [1, 2].map(() => createAttempt(authorization));
  for (const { state, codeChallenge, verifier } of attempts) {
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(codeChallenge).toBe(verifier?.Challenge().Challenge());
  }
  expect(new Set(attempts.map(({ state }) => state)).size).toBe(2);
  expect(new Set(attempts.map(({ codeChallenge }) => codeChallenge)).size).toBe(2);
});

it("uses the caller's state and challenge unchanged and creates no verifier", () => {
  const given = { state: "mine", codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" };
  expect(createAttempt({ ...authorization, ...given })).toMatchObject({ ...given, verifier: undefined });
});

it("#7 creates states with 256 random bits that never repeat", () => {
  const states = new Set(Array.from({ length: 10_000 }, createState));
  expect(states.size).toBe(10_000);
  expect([...states].filter((state) => !/^[A-Za-z0-9_-]{43}$/.test(state))).toEqual([]);
});

const codeChallenge = new AuthorizationCodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
  .Challenge()
  .Challenge();
const least = {
  applicationId: "1234567890123456789",
  scopes: "openid sdk.social_layer",
  state: "state-1",
  codeChallenge,
};

describe("buildAuthorizeUrl", () => {
  it("#1 #2 #9 builds the golden table's URLs, each with response_type=code and an S256 challenge", async () => {
    const endpoint = "https://discord.com/oauth2/authorize";
    const table = {
      least: buildAuthorizeUrl(endpoint, least, redirectUri),
      nonce: buildAuthorizeUrl(endpoint, { ...least, nonce: "n-0S6_WzA2Mj" }, redirectUri),
      "installed to a guild": buildAuthorizeUrl(endpoint, { ...least, integrationType: 0 }, redirectUri),
      "installed to a user": buildAuthorizeUrl(endpoint, { ...least, integrationType: 1 }, redirectUri),
      "IPv6 loopback": buildAuthorizeUrl(endpoint, least, "http://[::1]:49152/callback"),
      "custom scheme": buildAuthorizeUrl(endpoint, least, "discord-1234567890123456789:/authorize/callback"),
      "the caller's state, byte for byte": buildAuthorizeUrl(
        endpoint,
        { ...least, state: "a b+c&d=é/?#%" },
        redirectUri,
      ),
      "endpoint with a query": buildAuthorizeUrl(`${endpoint}?theme=dark`, least, redirectUri),
      "endpoint that tries to override": buildAuthorizeUrl(
        `${endpoint}?response_type=token&code_challenge_method=plain`,
        least,
        redirectUri,
      ),
    };
    for (const url of Object.values(table)) {
      const { searchParams } = new URL(url);
      expect(searchParams.getAll("response_type")).toEqual(["code"]);
      expect(searchParams.getAll("code_challenge_method")).toEqual(["S256"]);
    }
    const lines = Object.entries(table).map(([name, url]) => `${name}\n  ${url}\n`);
    await expect(lines.join("\n")).toMatchFileSnapshot("../../golden/authorize-urls.txt");
  });

  it("#9 #10 contains no raw space, no raw plus and no repeated parameter", () => {
    const url = buildAuthorizeUrl("https://s.example/a?scope=x", { ...least, state: "a b+c" }, redirectUri);
    expect(url).not.toMatch(/[ +]/);
    const names = [...new URL(url).searchParams.keys()];
    expect(new Set(names).size).toBe(names.length);
    expect(new URL(url).searchParams.get("state")).toBe("a b+c");
  });
});

const withoutSecret = (text: string) => text.replaceAll("secret", "[redacted]");

function checkPage(answer: FetchAnswer, scopes = "openid") {
  const { fetch, requests } = scriptedFetch(() => answer);
  const service = { authorizationEndpoint: "https://service.example/oauth2/authorize" };
  const request = { applicationId, scopes };
  const checking = checkAuthorizePage(
    { service, request, redirectUri, timeoutMs: 1000, fetch },
    withoutSecret,
  );
  return { checking, requests };
}

const movedTo = (location: string): FetchAnswer => ({ status: 302, headers: { location }, body: "" });

it("requests the authorize page without a prompt and without the sign-in's secrets", async () => {
  const { checking, requests } = checkPage({ status: 200, body: "<!doctype html>" });
  await checking;
  const requested = new URL(requests[0]?.path ?? "");
  expect(Object.fromEntries(requested.searchParams)).toMatchObject({
    client_id: applicationId,
    redirect_uri: redirectUri,
    prompt: "none",
    code_challenge_method: "S256",
  });
});

describe("a valid request", () => {
  it.each<[string, FetchAnswer]>([
    ["a redirect back with login_required", movedTo(`${redirectUri}?error=login_required`)],
    ["a redirect back with consent_required", movedTo(`${redirectUri}?error=consent_required`)],
    ["a redirect back with a code", movedTo(`${redirectUri}?code=c`)],
    ["a redirect to a sign-in page", movedTo("/login")],
    ["a redirect without a location", { status: 302, body: "" }],
    ["a page that decides in the browser", { status: 200, body: "<!doctype html>" }],
    ["a server error", { status: 503, body: "" }],
  ])("is accepted if the response is %s", async (_how, answer) => {
    await expect(checkPage(answer).checking).resolves.toBeUndefined();
  });
});

describe("an invalid request", () => {
  const refuses = `The authorize page rejects application ${applicationId} with the redirect URI ${redirectUri}`;

  it.each<[string, FetchAnswer, object]>([
    [
      "a redirect back with the reason",
      movedTo(`${redirectUri}?error=invalid_scope&error_description=No+such+secret.`),
      { type: 8, code: "invalid_scope", message: expect.stringContaining("No such [redacted]") as unknown },
    ],
    [
      "a redirect back without a reason",
      movedTo(`${redirectUri}?error=unauthorized_client`),
      { type: 8, code: "unauthorized_client" },
    ],
    [
      "a page with an error and a description",
      { status: 400, body: { error: "invalid_redirect_uri", error_description: "It is not registered." } },
      { type: 8, code: "page_refused", message: `${refuses}: invalid_redirect_uri: It is not registered.` },
    ],
    [
      "a page with only an error that contains a secret",
      { status: 400, body: { error: "secret" } },
      { code: "page_refused", message: `${refuses}: [redacted].` },
    ],
    [
      "a page that programs cannot interpret",
      { status: 400, body: "<!doctype html>" },
      { code: "page_refused", message: `${refuses}.` },
    ],
  ])("is rejected if the response is %s", async (_how, answer, error) => {
    await expect(checkPage(answer).checking).rejects.toMatchObject(error);
  });
});

it("suggests a known scope if the page rejects a misspelled one", async () => {
  const { checking } = checkPage({ status: 400, body: { error: "invalid_scope" } }, "openid identfy");
  await expect(checking).rejects.toMatchObject({
    code: "page_refused",
    hint: expect.stringContaining("Did you mean identify?") as string,
  });
});

const expected = {
  state: "the-right-state",
  issuer: "https://service.example",
  scopes: "openid identify",
  clean: (text: string) => text.replaceAll("hush", "[redacted]"),
};
const read = (query: string) => readCallback(new URLSearchParams(query), expected);

describe("readCallback", () => {
  it("#31 #36 returns the code if the state is right and ignores unknown parameters", () => {
    expect(read("code=c0de&state=the-right-state&session_state=x&foo=1&foo=2")).toEqual({
      kind: "code",
      code: "c0de",
    });
  });

  it.each([
    ["code=c", "missing_state"],
    ["error=access_denied", "missing_state"],
    ["code=c&state=wrong", "wrong_state"],
    ["code=c&state=", "wrong_state"],
    ["error=access_denied&state=the-right-stat", "wrong_state"],
    ["code=a&code=b&state=the-right-state", "repeated_parameter"],
    ["code=a&state=the-right-state&state=the-right-state", "repeated_parameter"],
    ["error=a&error=b&state=the-right-state", "repeated_parameter"],
    ["error=a&error_description=b&error_description=b&state=the-right-state", "repeated_parameter"],
    ["error=a&error_uri=b&error_uri=b&state=the-right-state", "repeated_parameter"],
    ["code=a&iss=x&iss=x&state=the-right-state", "repeated_parameter"],
  ])("#31 #33 #35 #38 ignores %s (%s) so that it cannot end the flow", (query, reason) => {
    expect(read(query)).toEqual({ kind: "ignored", reason });
  });

  it("#32 compares digests of equal length regardless of the state's length", () => {
    const compare = vi.spyOn(crypto, "timingSafeEqual");
    syncBuiltinESMExports();
    for (const state of ["the-right-state", "x", "", "y".repeat(10_000), "the-right-stat\u00e9"]) {
      read(`code=c&state=${encodeURIComponent(state)}`);
    }
    expect(compare.mock.calls.flat().map((side) => side.byteLength)).toEqual(Array(10).fill(32));
    compare.mockRestore();
    syncBuiltinESMExports();
  });

  it("#36 accepts a code of any length with any characters", () => {
    const code = `${"x".repeat(8_000)} ~é/+=&`;
    expect(read(`code=${encodeURIComponent(code)}&state=the-right-state`)).toEqual({ kind: "code", code });
  });

  it("#37 distinguishes a player's refusal from every other error", () => {
    const denied = read("error=access_denied&error_description=No+thanks&state=the-right-state");
    expect(denied).toMatchObject({
      kind: "error",
      error: { type: 7, code: "access_denied", retryable: false },
    });
    const refused = read("error=invalid_scope&state=the-right-state");
    expect(refused).toMatchObject({ kind: "error", error: { type: 8, code: "invalid_scope" } });
    expect(refused.kind === "error" && refused.error.hint).toContain("Requested: openid identify");
  });

  it("#37 includes the service's description without its final period and uses its link as the hint", () => {
    const query = "error=server_error&error_description=Version+1.5+is+down.+Wait.&state=the-right-state";
    expect(read(`${query}&error_uri=https://service.example/why%3Fhush`)).toMatchObject({
      error: {
        code: "server_error",
        message: "The service rejected the authorization (server_error: Version 1.5 is down. Wait).",
        hint: "See the service's explanation at https://service.example/why?[redacted]",
      },
    });
    expect(read(`${query}&error_uri=javascript:alert(1)`)).not.toHaveProperty("error.hint");
  });

  it.each([
    [
      "invalid_scope",
      false,
      /^Requested: openid identify\. Enable .* See the service's explanation at https:/,
    ],
    ["unauthorized_client", false, /^Check the application id .* See the service's explanation at https:/],
    ["temporarily_unavailable", true, /^Try again later\. See the service's explanation at https:/],
    ["server_error", true, /^See the service's explanation at https:/],
  ])(
    "#37 explains how to fix %s (retryable: %j) and includes the service's link",
    (error, retryable, hint) => {
      const query = `error=${error}&error_uri=https://service.example/why&state=the-right-state`;
      expect(read(query)).toMatchObject({
        error: { retryable, hint: expect.stringMatching(hint) as unknown },
      });
    },
  );

  it.each([
    "invalid_request",
    "unauthorized_client",
    "access_denied",
    "unsupported_response_type",
    "invalid_scope",
    "server_error",
    "temporarily_unavailable",
  ])("#79 does not redact the error code %s even if a secret has the same spelling", (word) => {
    const clean = () => "[redacted]";
    const query = new URLSearchParams({ error: word, state: expected.state });
    expect(readCallback(query, { ...expected, clean })).toMatchObject({
      error: { code: word, message: expect.stringContaining(`(${word})`) as unknown },
    });
  });

  it("#79 redacts secrets in the service's description", () => {
    const { error } = read("error=server_error&error_description=hush+now&state=the-right-state") as {
      error: Error;
    };
    expect(error.message).toBe("The service rejected the authorization (server_error: [redacted] now).");
    expect(read("error=hush&state=the-right-state")).toMatchObject({ error: { code: "[redacted]" } });
  });

  it("#39 rejects another issuer, even in an error response (RFC 9207)", () => {
    for (const query of ["code=c", "error=access_denied"]) {
      expect(read(`${query}&iss=https://evil.example&state=the-right-state`)).toMatchObject({
        kind: "error",
        error: { type: 8, code: "issuer_mismatch", retryable: false },
      });
    }
    expect(read("code=c&iss=https://service.example&state=the-right-state")).toMatchObject({ kind: "code" });
  });

  it("returns an error if the redirect has neither code nor error", () => {
    const error = { type: 8, code: "invalid_callback", retryable: true };
    expect(read("state=the-right-state")).toMatchObject({ kind: "error", error });
    expect(read("code=&state=the-right-state")).toMatchObject({ kind: "error", error });
  });

  it.each(['Missing "redirect_uri" in request.', "missing redirect_uri"])(
    "names the redirect URI to register if the application has none: %s",
    (error_description) => {
      const query = new URLSearchParams({
        error: "invalid_request",
        error_description,
        state: "the-right-state",
      });
      expect(read(query.toString())).toMatchObject({
        error: {
          code: "invalid_request",
          hint: expect.stringMatching(
            /^Register a redirect URI .*http:\/\/127\.0\.0\.1\/callback/,
          ) as unknown,
        },
      });
    },
  );
});

it("suggests the known scope if a requested scope is misspelled", () => {
  const misspelt = readCallback(new URLSearchParams("error=invalid_scope&state=the-right-state"), {
    ...expected,
    scopes: "openid identfy new.scope",
  });
  expect(misspelt.kind === "error" && misspelt.error.hint).toMatch(
    /^Requested: openid identfy new\.scope\. identfy is not a known scope\. Did you mean identify\? Enable/,
  );
});
