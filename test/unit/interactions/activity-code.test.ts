import { describe, expect, test } from "vitest";
import { exchangeActivityCode } from "../../../src/interactions/index.ts";
import { TokenServiceInMemory } from "../../setup/token-service.ts";
import { inspect } from "node:util";
import { findSecret } from "../../setup/find-secret.ts";

const player = "100000000000000003";
const clientSecret = "secret+of/the&server=";
const options = { applicationId: "5", clientSecret, code: player };

test("reads the options synchronously, so that later changes have no effect", async () => {
  const service = new TokenServiceInMemory();
  const given = { ...options, fetch: service.fetch };
  const exchanged = exchangeActivityCode(given);
  given.code = "another";
  await exchanged;
  expect(service.requests[0]).toMatchObject({ code: "100000000000000003" });
});

test.each([
  ["applicationId", { applicationId: 5 }],
  ["clientSecret", { clientSecret: "" }],
  ["code", { code: undefined }],
  ["codeVerifier", { codeVerifier: "" }],
  ["redirectUri", { redirectUri: "https://127.0.0.1" }],
])("rejects an invalid %s without a request", async (name, wrong) => {
  const service = new TokenServiceInMemory();
  const exchanged = exchangeActivityCode({ ...options, fetch: service.fetch, ...wrong } as never);
  await expect(exchanged).rejects.toThrow(`options.${name}`);
  expect(service.requests).toEqual([]);
});

describe("the exchange", () => {
  test("exchanges a code with the secret, but without a redirect URI, and fetches the player", async () => {
    const service = new TokenServiceInMemory();
    service.givesIdTokens = false;
    const found = await exchangeActivityCode({ ...options, fetch: service.fetch });
    expect(found).toMatchObject({
      player,
      tokens: { accessToken: "access-0-1", refreshToken: "refresh-0-1" },
    });
    const authorization = `Basic ${btoa(`5:${encodeURIComponent(clientSecret)}`)}`;
    expect(service.requests).toEqual([
      { path: "/oauth2/token", authorization, grant_type: "authorization_code", code: player },
      { path: "/users/@me", authorization: "Bearer access-0-1" },
    ]);
  });

  test("sends a code verifier, and identifies the player by an ID token instead of a second request", async () => {
    const service = new TokenServiceInMemory();
    const { fetch } = service;
    expect(await exchangeActivityCode({ ...options, codeVerifier: "made-up", fetch })).toMatchObject({
      player,
    });
    expect(service.requests).toMatchObject([{ code_verifier: "made-up" }]);
  });

  test("hides the tokens in JSON and printed output", async () => {
    const { fetch } = new TokenServiceInMemory();
    const found = await exchangeActivityCode({ ...options, fetch });
    const printed = [
      JSON.stringify(found),
      inspect(found, { depth: 9, showHidden: true, getters: true }),
    ].join();
    for (const secret of ["access-0-1", "refresh-0-1"]) expect(findSecret(printed, secret)).toEqual([]);
  });

  test.each([
    ["a used code or another application's", { error: "invalid_grant" }, "invalid_grant", "already used"],
    [
      "an application without a redirect URI",
      { error: "invalid_request", error_description: 'Missing "redirect_uri" in request.' },
      "invalid_request",
      "register any redirect URI",
    ],
    ["a wrong secret", { error: "invalid_client" }, "invalid_client", "clientSecret"],
  ])("rejects %s with a hint", async (_, body, code, hint) => {
    const service = new TokenServiceInMemory();
    service.next.push(() => Response.json(body, { status: 400 }));
    await expect(exchangeActivityCode({ ...options, fetch: service.fetch })).rejects.toMatchObject({
      code,
      hint: expect.stringContaining(hint),
    });
    expect(service.requests).toHaveLength(1);
  });

  test("masks the code, verifier, secret and token if the service quotes them in an error", async () => {
    const verifier = "verifier-of-the-page";
    const service = new TokenServiceInMemory();
    service.givesIdTokens = false;
    const { next, fetch } = service;
    next.push(() =>
      Response.json({ error_description: `${player} ${verifier} ${clientSecret}` }, { status: 400 }),
    );
    const exchange = () =>
      exchangeActivityCode({ ...options, codeVerifier: verifier, fetch }).catch((error: unknown) => error);
    const first = await exchange();
    next.push(
      () => Response.json({ access_token: "access-of-ada", token_type: "Bearer" }),
      () => Response.json({ message: "access-of-ada" }, { status: 401 }),
    );
    const second = await exchange();
    expect(second).toMatchObject({ hint: expect.stringContaining("identify") });
    const printed = inspect([first, second], { depth: 9, showHidden: true });
    for (const secret of [player, verifier, clientSecret, "access-of-ada"])
      expect(findSecret(printed, secret)).toEqual([]);
  });
});
