import DiscordStrategy from "passport-discord";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { Browser, type Choices } from "../setup/browser.ts";
import { createPassportWebsite } from "../setup/passport-website.ts";
import { openWebsite, type Website } from "../setup/website.ts";

describe("passport-discord", needs("a network namespace"), () => {
  let website: Website;
  beforeAll(async () => void (website = await openWebsite("namespace")));
  afterAll(() => website[Symbol.asyncDispose]());

  /** Signs a player in to the website and returns the page with the profile. */
  async function visit(scope: string[], choices?: Choices) {
    const { application, callback, url } = website;
    const strategy = new DiscordStrategy(
      { clientID: application.id, clientSecret: application.clientSecret, callbackURL: callback, scope },
      (_accessToken, refreshToken, profile, done) => done(null, { ...profile, refreshToken }),
    );
    website.listener = createPassportWebsite(strategy, callback);
    return new Browser(choices).open(`${url}auth/discord`);
  }

  it("signs a player in and returns the profile", async () => {
    const { status, text } = await visit(["identify", "email"]);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      provider: "discord",
      id: website.emulator.players[0].id,
      username: "ada",
      global_name: "Ada",
      email: "ada@example.com",
      locale: "en-US",
      mfa_enabled: false,
      refreshToken: expect.any(String),
    });
  });

  it("reads a player's guilds and connections", async () => {
    const { text } = await visit(["identify", "guilds", "connections"]);
    expect(JSON.parse(text)).toMatchObject({ guilds: [{ id: "11", features: [] }], connections: [] });
    expect(JSON.parse(text)).not.toHaveProperty("email");
  });

  it("cannot read a profile without the `identify` scope", async () => {
    const { status, text } = await visit(["guilds"]);
    expect(status).toBe(500);
    expect(text).toContain("Failed to fetch the user profile.");
  });
});
