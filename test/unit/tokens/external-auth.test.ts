import { describe, expect, it } from "vitest";
import { checkExternalAuth } from "../../../src/tokens/external-auth.ts";

describe("checkExternalAuth", () => {
  it.each([
    ["an unknown type", 8, "token"],
    ["a name instead of a number", "OIDC", "token"],
    ["no token", 0, ""],
    ["a token that is too long", 0, "x".repeat(10_241)],
  ])("rejects %s", (_, type, token) => {
    expect(() => checkExternalAuth(type, token)).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_external_auth" }),
    );
  });
});
