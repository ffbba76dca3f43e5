import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { Browser } from "../setup/browser.ts";
import { openWebsite, type Website } from "../setup/website.ts";

/** The parts of disco-oauth used here; it has no types of its own. */
interface Client {
  setScopes(...scopes: string[]): this;
  setRedirect(uri: string): this;
  readonly auth: { readonly link: string; readonly state: string };
  /** Returns the player's key, under which the client stores the tokens. */
  getAccess(code: string): Promise<string>;
  checkValidity(key: string): Promise<{ readonly expired: boolean }>;
  getUser(key: string): Promise<{ readonly id: string; readonly username: string; readonly emailId: string }>;
  getGuilds(key: string): Promise<ReadonlyMap<string, { readonly name: string }>>;
  getConnections(key: string): Promise<ReadonlyMap<string, unknown>>;
}

const DiscoOAuth = createRequire(import.meta.url)("disco-oauth") as new (
  id: string,
  secret: string,
) => Client;

describe("disco-oauth", needs("a network namespace"), () => {
  let website: Website;
  let client: Client;
  beforeAll(async () => {
    website = await openWebsite("namespace");
    const { id, clientSecret } = website.application;
    client = new DiscoOAuth(id, clientSecret)
      .setScopes("identify", "email", "guilds", "connections")
      .setRedirect(website.callback);
  });
  afterAll(() => website[Symbol.asyncDispose]());

  it("signs a new player in with prompt=none, which it always sends, and reads the user", async () => {
    const { link, state } = client.auth;
    expect(new URL(link).searchParams.get("prompt")).toBe("none");
    const { url } = await new Browser().open(link);
    expect(url.searchParams.get("state")).toBe(state);
    const key = await client.getAccess(url.searchParams.get("code") ?? "");
    expect(await client.checkValidity(key)).toMatchObject({ expired: false });
    const [{ id }] = website.emulator.players;
    expect(await client.getUser(key)).toMatchObject({ id, username: "ada", emailId: "ada@example.com" });
    expect([...(await client.getGuilds(key)).keys()]).toEqual(["11"]);
    expect((await client.getConnections(key)).size).toBe(0);
  });
});
