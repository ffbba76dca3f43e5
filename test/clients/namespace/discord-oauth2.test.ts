import DiscordOauth2 from "discord-oauth2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { Browser } from "../setup/browser.ts";
import { openWebsite, type Website } from "../setup/website.ts";

describe("discord-oauth2", needs("a network namespace"), () => {
  let website: Website;
  let oauth: DiscordOauth2;
  beforeAll(async () => {
    website = await openWebsite("namespace");
    const { id, clientSecret } = website.application;
    oauth = new DiscordOauth2({
      clientId: id,
      clientSecret,
      redirectUri: website.callback,
      credentials: Buffer.from(`${id}:${clientSecret}`).toString("base64"),
    });
  });
  afterAll(() => website[Symbol.asyncDispose]());

  async function signIn(...scope: string[]) {
    const { url } = await new Browser().open(oauth.generateAuthUrl({ scope, state: "the-state" }));
    expect(url.searchParams.get("state")).toBe("the-state");
    const code = url.searchParams.get("code") ?? "";
    return oauth.tokenRequest({ code, scope, grantType: "authorization_code" });
  }

  it("signs a player in and reads the user", async () => {
    const tokens = await signIn("identify", "email");
    expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 604_800, scope: "identify email" });
    expect(await oauth.getUser(tokens.access_token)).toMatchObject({
      username: "ada",
      email: "ada@example.com",
    });
  });

  it("reads guilds and connections", async () => {
    const { access_token } = await signIn("guilds", "connections");
    expect(await oauth.getUserGuilds(access_token)).toMatchObject([{ id: "11" }]);
    expect(await oauth.getUserGuilds(access_token, { limit: 1, withCounts: true })).toHaveLength(1);
    expect(await oauth.getUserConnections(access_token)).toEqual([]);
  });

  it("refreshes a token and reports an error if the same refresh token is used again", async () => {
    const { refresh_token: refreshToken } = await signIn("identify");
    const refresh = () =>
      oauth.tokenRequest({ refreshToken, grantType: "refresh_token", scope: ["identify"] });
    expect(await refresh()).toMatchObject({ scope: "identify" });
    await expect(refresh()).rejects.toMatchObject({ code: 400, response: { error: "invalid_grant" } });
  });

  it("revokes a token and parses the response as JSON", async () => {
    const { access_token } = await signIn("identify");
    expect(await oauth.revokeToken(access_token)).toEqual({});
    await expect(oauth.getUser(access_token)).rejects.toMatchObject({ code: 401 });
  });
});
