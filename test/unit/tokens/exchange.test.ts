import { expect, it } from "vitest";
import { exchangeCode } from "../../../src/tokens/grants.ts";
import { checkExternalAuth } from "../../../src/tokens/external-auth.ts";
import { AuthenticationExternalAuthType } from "../../../src/wire/external-auth.ts";
import { tokenContext } from "../../setup/token-context.ts";

const granted = { access_token: "access-0123456789", token_type: "Bearer" };
const exchange = {
  applicationId: "1",
  code: "c",
  codeVerifier: "v".repeat(43),
  redirectUri: "http://127.0.0.1:1/callback",
};

it("falls back to the requested scopes if the response has none (RFC 6749, section 5.1)", async () => {
  for (const body of [granted, { ...granted, scope: "" }]) {
    const { context } = tokenContext(() => ({ body }));
    expect((await exchangeCode(context, { ...exchange, scopes: "openid identify" })).scopes).toBe(
      "openid identify",
    );
    expect((await exchangeCode(context, exchange)).scopes).toBe("");
  }
});

it("returns the scopes of the response", async () => {
  const { context } = tokenContext(() => ({ body: { ...granted, scope: "identify" } }));
  expect((await exchangeCode(context, { ...exchange, scopes: "openid identify" })).scopes).toBe("identify");
});

it("merges a provisional account during the exchange of a code", async () => {
  const { context, requests } = tokenContext(() => ({ body: granted }));
  const external = checkExternalAuth(AuthenticationExternalAuthType.SteamSessionTicket, "ticket");
  await exchangeCode(context, { ...exchange, external });
  expect(requests[0]?.fields).toMatchObject({
    grant_type: "authorization_code",
    redirect_uri: exchange.redirectUri,
    external_auth_type: "STEAM_SESSION_TICKET",
    external_auth_token: "ticket",
  });
});

it("exchanges a code of the desktop client without a redirect URI, and explains a refusal", async () => {
  const { context, requests } = tokenContext(() => ({ body: granted }));
  await exchangeCode(context, { ...exchange, redirectUri: undefined });
  expect(requests[0]?.fields).toEqual({
    grant_type: "authorization_code",
    client_id: "1",
    code: "c",
    code_verifier: exchange.codeVerifier,
  });
  const refusing = tokenContext(() => ({ status: 400, body: { error: "invalid_request" } }));
  await expect(exchangeCode(refusing.context, { ...exchange, redirectUri: undefined })).rejects.toMatchObject(
    {
      code: "invalid_request",
      hint: expect.stringMatching(
        /^For a code of the desktop client, register any redirect URI, such as http:\/\/127\.0\.0\.1\/callback/,
      ) as unknown,
    },
  );
});
