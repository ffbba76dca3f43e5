import { describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { signInWithScript } from "../setup/other-languages.ts";

describe("Ruby's oauth2", needs("a network namespace", "Ruby's oauth2"), () => {
  it("signs in, refreshes the token and revokes it", async () => {
    expect(await signInWithScript("ruby/sign_in_oauth2.rb", "identify guilds")).toEqual({
      player: "ada",
      scope: "identify guilds",
      state: "the-state",
      lasts: 604_800,
      first: 401,
      revoked: 200,
      fresh: 401,
    });
  });
});
