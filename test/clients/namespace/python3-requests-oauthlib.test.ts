import { describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { signInWithScript } from "../setup/other-languages.ts";

describe("requests-oauthlib", needs("a network namespace", "requests-oauthlib"), () => {
  it("signs a new player in with prompt=none and refreshes the token", async () => {
    expect(await signInWithScript("python/sign_in_requests.py", "identify guilds")).toEqual({
      player: "ada",
      scope: ["identify", "guilds"],
      isFresh: true,
      old: 401,
    });
  });
});
