import * as client from "openid-client";
import { afterAll, describe, expect, it } from "vitest";
import { Browser } from "../setup/browser.ts";
import { openWebsite } from "../setup/website.ts";

const website = await openWebsite("base-url");
afterAll(() => website[Symbol.asyncDispose]());
const { emulator, application, callback } = website;
const [ada] = emulator.players;

const discover = (authentication?: client.ClientAuth) =>
  client.discovery(new URL(emulator.webBase), application.id, application.clientSecret, authentication, {
    execute: [client.allowInsecureRequests],
  });
const config = await discover();

/** Runs the documented flow: authorization URL with PKCE, state and nonce, callback, code exchange. */
async function signIn(scope: string, to: client.Configuration = config) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const nonce = scope.includes("openid") ? client.randomNonce() : undefined;
  const link = client.buildAuthorizationUrl(to, {
    redirect_uri: callback,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
    ...(nonce !== undefined && { nonce }),
  });
  const { url } = await new Browser().open(link.href);
  const checks = { pkceCodeVerifier, expectedState, ...(nonce !== undefined && { expectedNonce: nonce }) };
  return client.authorizationCodeGrant(to, url, checks);
}

describe("openid-client", () => {
  it.each([
    ["client_secret_post", client.ClientSecretPost(application.clientSecret)],
    ["client_secret_basic", client.ClientSecretBasic(application.clientSecret)],
  ])("signs a player in with PKCE, state, nonce and %s", async (_how, authentication) => {
    const tokens = await signIn("openid identify", await discover(authentication));
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 604_800, scope: "openid identify" });
    expect(tokens.claims()).toMatchObject({ sub: ada.id, aud: application.id, iss: emulator.webBase });
  });

  it("signs in without OpenID and gets only an access token and a refresh token", async () => {
    const tokens = await signIn("identify");
    expect(tokens.claims()).toBeUndefined();
    expect(tokens.refresh_token).toEqual(expect.any(String));
  });

  it("reads the user from the user info endpoint and from the API", async () => {
    const { access_token } = await signIn("openid identify email");
    expect(await client.fetchUserInfo(config, access_token, ada.id)).toMatchObject({
      sub: ada.id,
      preferred_username: "ada",
      email: "ada@example.com",
    });
    const me = new URL(`${emulator.apiBase}/users/@me`);
    const response = await client.fetchProtectedResource(config, access_token, me, "GET");
    expect(await response.json()).toMatchObject({ id: ada.id, email: "ada@example.com" });
  });

  it("refreshes a token and reports an error if the same refresh token is used again", async () => {
    const { refresh_token = "" } = await signIn("openid identify");
    const fresh = await client.refreshTokenGrant(config, refresh_token);
    expect(fresh.refresh_token).not.toBe(refresh_token);
    await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toMatchObject({
      error: "invalid_grant",
      error_description: 'Invalid "refresh_token" in request.',
    });
  });

  it("completes the device flow by polling", async () => {
    const response = await client.initiateDeviceAuthorization(config, { scope: "openid identify" });
    expect(response).toMatchObject({ expires_in: 300, user_code: expect.any(String) });
    await new Browser({ player: "Grace" }).open(response.verification_uri_complete ?? "");
    const tokens = await client.pollDeviceAuthorizationGrant(config, response);
    expect(tokens.claims()).toMatchObject({ sub: emulator.players[1]?.id });
  });

  it("reports an invalid client secret", async () => {
    const wrong = await discover(client.ClientSecretPost("wrong"));
    await expect(signIn("identify", wrong)).rejects.toMatchObject({ status: 401 });
  });
});

it("signs in to a public application with openid-client and no client secret", async () => {
  const { id } = website.game;
  const execute = [client.allowInsecureRequests];
  const open = await client.discovery(new URL(emulator.webBase), id, undefined, client.None(), { execute });
  expect(await signIn("identify", open)).toMatchObject({ scope: "identify" });
  const bare = client.buildAuthorizationUrl(open, { redirect_uri: callback, scope: "identify" });
  expect((await new Browser().open(bare.href)).url.searchParams.get("error")).toBe("invalid_request");
});
