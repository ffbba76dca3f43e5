import { describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { signInWithScript } from "../setup/other-languages.ts";

describe("Authlib", needs("a network namespace", "Authlib"), () => {
  it("signs in with PKCE, revokes the token, and gets another for the application's owner", async () => {
    expect(await signInWithScript("python/sign_in_authlib.py", "identify")).toEqual({
      player: "ada",
      revoked: 200,
      after: 401,
      owner: "ada",
    });
  });
});
