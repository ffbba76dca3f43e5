import * as oauth from "oauth4webapi";
import { afterAll, describe, expect, it } from "vitest";
import { Browser, type Choices } from "../setup/browser.ts";
import { openWebsite } from "../setup/website.ts";

const website = await openWebsite("base-url");
afterAll(() => website[Symbol.asyncDispose]());
const { emulator, application, callback } = website;
const insecure = { [oauth.allowInsecureRequests]: true };

const issuer = new URL(emulator.webBase);
const server = await oauth
  .discoveryRequest(issuer, { algorithm: "oidc", ...insecure })
  .then((response) => oauth.processDiscoveryResponse(issuer, response));
const client: oauth.Client = { client_id: application.id };
const basic = oauth.ClientSecretBasic(application.clientSecret);

/** Runs the authorization redirect and returns the validated callback parameters. */
async function authorize(parameters: Readonly<Record<string, string>>, choices?: Choices) {
  const state = oauth.generateRandomState();
  const link = new URL(server.authorization_endpoint ?? "");
  const { id: client_id } = application;
  link.search = new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: "code",
    state,
    ...parameters,
  }).toString();
  const { url } = await new Browser(choices).open(link.href);
  return oauth.validateAuthResponse(server, client, url, state);
}

function exchange(
  parameters: URLSearchParams,
  verifier: string | typeof oauth.nopkce,
  authentication = basic,
) {
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    callback,
    verifier,
    insecure,
  );
}

/** Runs the documented flow with PKCE. */
async function signIn(scope: string, authentication: oauth.ClientAuth = basic) {
  const verifier = oauth.generateRandomCodeVerifier();
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const parameters = await authorize({ scope, code_challenge, code_challenge_method: "S256" });
  const response = await exchange(parameters, verifier, authentication);
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

const me = (token: string) =>
  oauth.protectedResourceRequest(
    token,
    "GET",
    new URL(`${emulator.apiBase}/users/@me`),
    undefined,
    null,
    insecure,
  );

describe("oauth4webapi", () => {
  it.each([
    ["client_secret_basic", basic],
    ["client_secret_post", oauth.ClientSecretPost(application.clientSecret)],
  ])("signs a player in with PKCE and %s, and reads the user", async (_how, authentication) => {
    const tokens = await signIn("identify", authentication);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 604_800, scope: "identify" });
    expect(await (await me(tokens.access_token)).json()).toMatchObject({ username: "ada" });
  });

  it("signs in with OpenID and verifies the ID token's signature", async () => {
    const verifier = oauth.generateRandomCodeVerifier();
    const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const expectedNonce = oauth.generateRandomNonce();
    const pkce = { code_challenge, code_challenge_method: "S256" };
    const parameters = await authorize({ scope: "openid identify", nonce: expectedNonce, ...pkce });
    const response = await exchange(parameters, verifier);
    const checks = { expectedNonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, checks);
    await oauth.validateApplicationLevelSignature(server, response, insecure);
    const { sub = "" } = oauth.getValidatedIdTokenClaims(tokens) ?? {};
    const info = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
    expect(await oauth.processUserInfoResponse(server, client, sub, info)).toMatchObject({
      sub: emulator.players[0].id,
      preferred_username: "ada",
    });
  });

  it("signs in without PKCE, as a website", async () => {
    const parameters = await authorize({ scope: "identify" });
    const response = await exchange(parameters, oauth.nopkce);
    expect(await oauth.processAuthorizationCodeResponse(server, client, response)).toMatchObject({
      scope: "identify",
    });
  });

  it("reports an unknown scope and a denied authorization", async () => {
    await expect(authorize({ scope: "nonsense" })).rejects.toMatchObject({ error: "invalid_scope" });
    await expect(authorize({ scope: "identify" }, { answer: "deny" })).rejects.toMatchObject({
      error: "access_denied",
    });
  });

  it("refreshes a token and reports an invalid refresh token", async () => {
    const { refresh_token = "" } = await signIn("identify");
    const refresh = async () => {
      const response = await oauth.refreshTokenGrantRequest(server, client, basic, refresh_token, insecure);
      return oauth.processRefreshTokenResponse(server, client, response);
    };
    expect((await refresh()).refresh_token).not.toBe(refresh_token);
    await expect(refresh()).rejects.toMatchObject({ error: "invalid_grant", status: 400 });
  });

  it("revokes a token", async () => {
    const { access_token } = await signIn("identify");
    const response = await oauth.revocationRequest(server, client, basic, access_token, insecure);
    await oauth.processRevocationResponse(response);
    await expect(me(access_token)).resolves.toMatchObject({ status: 401 });
  });

  it("completes the device flow", async () => {
    const form = new URLSearchParams({ scope: "identify" });
    const response = await oauth.deviceAuthorizationRequest(server, client, basic, form, insecure);
    const device = await oauth.processDeviceAuthorizationResponse(server, client, response);
    await new Browser().open(device.verification_uri_complete ?? "");
    const { device_code } = device;
    const grant = await oauth.deviceCodeGrantRequest(server, client, basic, device_code, insecure);
    expect(await oauth.processDeviceCodeResponse(server, client, grant)).toMatchObject({
      scope: "identify",
    });
  });

  it("gets a token with the client credentials grant", async () => {
    const form = new URLSearchParams({ scope: "identify" });
    const response = await oauth.clientCredentialsGrantRequest(server, client, basic, form, insecure);
    expect(await oauth.processClientCredentialsResponse(server, client, response)).toMatchObject({
      scope: "identify",
    });
  });
});
