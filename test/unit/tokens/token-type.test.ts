import { expect, it } from "vitest";
import { AuthorizationTokenType, checkBearer, checkToken, isToken } from "../../../src/tokens/token-type.ts";

it.each(["a", "A-Z._~+/09==", "x".repeat(65_536)])("accepts a b64token (%#)", (token) => {
  expect(checkBearer(AuthorizationTokenType.Bearer, token)).toBe(token);
  expect(isToken(token)).toBe(true);
});

it.each(["", "a b", "a\r\nb: c", "=", "é", "x".repeat(65_537), 7, undefined])(
  "rejects invalid values, including those that could inject a header line (%#)",
  (token) => {
    expect(isToken(token)).toBe(false);
    expect(() => checkToken(token, "token")).toThrow(
      expect.objectContaining({ type: 6, code: "missing_token" }),
    );
  },
);

it("accepts only bearer tokens", () => {
  expect(() => checkBearer(AuthorizationTokenType.User, "token")).toThrow(
    expect.objectContaining({ type: 6, code: "invalid_token_type" }),
  );
});
