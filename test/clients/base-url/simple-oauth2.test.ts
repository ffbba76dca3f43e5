import { AuthorizationCode, ClientCredentials, type ModuleOptions } from "simple-oauth2";
import { afterAll, describe, expect, it } from "vitest";
import { getUser } from "../../setup/emulator/players.ts";
import { Browser } from "../setup/browser.ts";
import { openWebsite } from "../setup/website.ts";

const website = await openWebsite("base-url");
afterAll(() => website[Symbol.asyncDispose]());
const { emulator, application, callback: redirect_uri } = website;

const config: ModuleOptions = {
  client: { id: application.id, secret: application.clientSecret },
  auth: {
    tokenHost: emulator.webBase,
    tokenPath: "/api/oauth2/token",
    revokePath: "/api/oauth2/token/revoke",
    authorizePath: "/api/oauth2/authorize",
  },
};
const client = new AuthorizationCode(config);

async function signIn(from: AuthorizationCode = client) {
  const link = from.authorizeURL({ redirect_uri, scope: ["identify", "email"], state: "the-state" });
  const { url } = await new Browser().open(link);
  expect(url.searchParams.get("state")).toBe("the-state");
  return from.getToken({ code: url.searchParams.get("code") ?? "", redirect_uri });
}

describe("simple-oauth2", () => {
  it.each(["header", "body"] as const)(
    "signs a player in with the client secret in the %s",
    async (authorizationMethod) => {
      const { token, ...access } = await signIn(
        new AuthorizationCode({ ...config, options: { authorizationMethod } }),
      );
      expect(token).toMatchObject({ token_type: "Bearer", scope: "identify email", expires_in: 604_800 });
      expect(access).toBeDefined();
      expect((await getUser(emulator, token["access_token"])).body).toMatchObject({
        email: "ada@example.com",
      });
    },
  );

  it("refreshes a token restored from JSON", async () => {
    const restored = client.createToken(JSON.parse(JSON.stringify(await signIn())));
    expect(restored.expired()).toBe(false);
    const fresh = await restored.refresh();
    expect(fresh.token["refresh_token"]).not.toBe(restored.token["refresh_token"]);
    await expect(restored.refresh()).rejects.toMatchObject({ data: { payload: { error: "invalid_grant" } } });
  });

  it.each(["access_token", "refresh_token"] as const)("revokes a session by its %s", async (type) => {
    const access = await signIn();
    await access.revoke(type);
    expect((await getUser(emulator, access.token["access_token"])).status).toBe(401);
  });

  it("reports an invalid code", async () => {
    await expect(client.getToken({ code: "wrong", redirect_uri })).rejects.toMatchObject({
      data: { payload: { error: "invalid_grant", error_description: 'Invalid "code" in request.' } },
    });
  });

  it("gets a token with the client credentials grant", async () => {
    const { client: credentials, auth } = config;
    const { authorizePath: _, ...tokenPaths } = auth;
    const own = new ClientCredentials({ client: credentials, auth: tokenPaths });
    const { token } = await own.getToken({ scope: "applications.commands.update" });
    expect(token).toMatchObject({ scope: "applications.commands.update" });
    expect(token).not.toHaveProperty("refresh_token");
  });
});
