import { describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { signInWithScript } from "../setup/other-languages.ts";

describe("python-social-auth", needs("a network namespace", "python-social-auth"), () => {
  it("signs in with its Discord backend and refreshes the token", async () => {
    expect(await signInWithScript("python/sign_in_social_core.py", "email guilds")).toEqual({
      uid: expect.stringMatching(/^\d+$/),
      details: { username: "ada", email: "ada@example.com" },
      scope: "email guilds identify",
      after: [401, 200],
    });
  });
});
