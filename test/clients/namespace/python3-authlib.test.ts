import { describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { signInWithPython } from "../setup/python.ts";

describe("Authlib", needs("a network namespace", "Authlib"), () => {
  it("signs in with PKCE, revokes, and gets a token for the application's owner", async () => {
    expect(await signInWithPython("sign_in_authlib.py", "identify")).toEqual({
      player: "ada",
      revoked: 200,
      after: 401,
      owner: "ada",
    });
  });
});
