import { Strategy, type StrategyOptions, type VerifyCallback } from "passport-oauth2";
import { afterAll, describe, expect, it } from "vitest";
import { getUser } from "../../setup/emulator/players.ts";
import { Browser, type Choices } from "../setup/browser.ts";
import { createPassportWebsite } from "../setup/passport-website.ts";
import { openWebsite } from "../setup/website.ts";

const website = await openWebsite("base-url");
afterAll(() => website[Symbol.asyncDispose]());
const { emulator, application, callback } = website;

/** Signs a player in to the website and returns the resulting page. */
async function visit(options: Partial<StrategyOptions>, choices?: Choices) {
  const strategy = new Strategy(
    {
      authorizationURL: `${emulator.webBase}/api/oauth2/authorize`,
      tokenURL: `${emulator.webBase}/api/oauth2/token`,
      clientID: application.id,
      clientSecret: application.clientSecret,
      callbackURL: callback,
      scope: ["identify", "email"],
      ...options,
    },
    (accessToken: string, refreshToken: string, results: object, _profile: object, done: VerifyCallback) =>
      done(null, { accessToken, refreshToken, results }),
  );
  website.listener = createPassportWebsite(strategy, callback);
  return new Browser(choices).open(`${website.url}auth/discord`);
}

describe("passport-oauth2", () => {
  it.each<[string, Partial<StrategyOptions>]>([
    ["neither state nor PKCE", {}],
    ["state", { state: true }],
    ["state and PKCE", { state: true, pkce: true }],
  ])("signs a player in with %s", async (_what, options) => {
    const { status, text } = await visit(options);
    expect(status).toBe(200);
    const user = JSON.parse(text);
    expect(user).toMatchObject({ refreshToken: expect.any(String), results: { scope: "identify email" } });
    expect((await getUser(emulator, user.accessToken)).body).toMatchObject({ email: "ada@example.com" });
  });

  it("rejects a player who denied the authorization", async () => {
    expect(await visit({}, { answer: "deny" })).toMatchObject({ status: 401 });
  });

  it("reports an invalid client secret", async () => {
    const { status, text } = await visit({ clientSecret: "wrong" });
    expect(status).toBe(500);
    expect(text).toContain("TokenError");
  });
});
