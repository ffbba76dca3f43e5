import * as arctic from "arctic";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { Browser, type Choices } from "../setup/browser.ts";
import { openWebsite, type Website } from "../setup/website.ts";

describe("arctic", needs("a network namespace"), () => {
  let website: Website;
  beforeAll(async () => void (website = await openWebsite("namespace")));
  afterAll(() => website[Symbol.asyncDispose]());

  const create = (secret: string | null = website.application.clientSecret) =>
    new arctic.Discord(website.application.id, secret, website.callback);

  /** Runs the authorization redirect as in arctic's documentation. */
  async function authorize(verifier: string | null, choices?: Choices, scopes = ["identify"]): Promise<URL> {
    const state = arctic.generateState();
    const link = create().createAuthorizationURL(state, verifier, scopes);
    const { url } = await new Browser(choices).open(link.href);
    expect(url.searchParams.get("state")).toBe(state);
    return url;
  }

  async function signIn(verifier: string | null = arctic.generateCodeVerifier()) {
    const url = await authorize(verifier);
    return create().validateAuthorizationCode(url.searchParams.get("code") ?? "", verifier);
  }

  const me = (token: string) =>
    fetch("https://discord.com/api/users/@me", { headers: { authorization: `Bearer ${token}` } });

  it.each([
    ["with PKCE", arctic.generateCodeVerifier()],
    ["without PKCE", null],
  ])("signs a player in %s and reads the user", async (_what, verifier) => {
    const tokens = await signIn(verifier);
    expect(tokens.hasRefreshToken()).toBe(true);
    expect(tokens.scopes()).toEqual(["identify"]);
    expect(tokens.accessTokenExpiresInSeconds()).toBe(604_800);
    expect(await (await me(tokens.accessToken())).json()).toMatchObject({ username: "ada" });
  });

  it("refreshes a token", async () => {
    const tokens = await signIn();
    const fresh = await create().refreshAccessToken(tokens.refreshToken());
    expect((await me(fresh.accessToken())).status).toBe(200);
    await expect(create().refreshAccessToken(tokens.refreshToken())).rejects.toMatchObject({
      code: "invalid_grant",
      description: 'Invalid "refresh_token" in request.',
    });
  });

  it("reports an invalid code and an invalid client secret", async () => {
    await expect(create().validateAuthorizationCode("wrong", null)).rejects.toMatchObject({
      code: "invalid_grant",
    });
    const url = await authorize(null);
    const exchange = create("wrong").validateAuthorizationCode(url.searchParams.get("code") ?? "", null);
    await expect(exchange).rejects.toMatchObject({ code: "invalid_client" });
  });

  it("signs in to a public application with PKCE and no secret", async () => {
    const discord = new arctic.Discord(website.game.id, null, website.callback);
    const verifier = arctic.generateCodeVerifier();
    const link = discord.createAuthorizationURL(arctic.generateState(), verifier, ["identify"]);
    const { url } = await new Browser().open(link.href);
    const tokens = await discord.validateAuthorizationCode(url.searchParams.get("code") ?? "", verifier);
    expect(tokens.scopes()).toEqual(["identify"]);
    const bare = discord.createAuthorizationURL(arctic.generateState(), null, ["identify"]);
    expect((await new Browser().open(bare.href)).url.searchParams.get("error")).toBe("invalid_request");
  });
});
