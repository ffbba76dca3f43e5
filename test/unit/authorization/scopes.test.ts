import { expect, it } from "vitest";
import { parseScopes } from "../../../src/authorization/scopes.ts";

it("Scopes are separated by single spaces, however they came", () => {
  expect(parseScopes("  openid   sdk.social_layer ")).toBe("openid sdk.social_layer");
});

it.each(["", "   ", undefined, null, ["openid"]])("%j names no scopes", (value) => {
  expect(() => parseScopes(value)).toThrow(expect.objectContaining({ type: 6, code: "missing_scopes" }));
});

it.each(["openid\tidentify", 'a "b"', "a\\b", "é", "a\n"])("%j is refused", (value) => {
  expect(() => parseScopes(value)).toThrow(expect.objectContaining({ type: 6, code: "invalid_scopes" }));
});
