import { expect, it } from "vitest";
import { parseScopes, readScopes, suggestScopes } from "../../../src/tokens/scopes.ts";

it("separates scopes with single spaces", () => {
  expect(parseScopes("  openid   sdk.social_layer ")).toBe("openid sdk.social_layer");
});

it.each(["", "   "])("rejects %j as empty", (value) => {
  expect(() => parseScopes(value)).toThrow(expect.objectContaining({ type: 6, code: "missing_scope" }));
});

it.each(["openid\tidentify", 'a "b"', "a\\b", "é", "a\n"])("rejects %j", (value) => {
  expect(() => parseScopes(value)).toThrow(expect.objectContaining({ type: 6, code: "invalid_scope" }));
});

it.each([
  [["openid", "sdk.social_layer"], "openid sdk.social_layer"],
  [["brand.new"], "brand.new"],
  [[], ""],
  ["openid  identify", "openid  identify"],
])("accepts an array or a string: %j", (value, text) => {
  expect(readScopes(value, "scopes")).toBe(text);
});

it.each<[unknown, string, string]>([
  [undefined, "missing_scope", "scopes is missing"],
  [null, "invalid_scope", "scopes is null"],
  [5, "invalid_scope", "scopes is a number"],
  [["openid", ""], "invalid_scope", "scopes[1] is an empty string"],
  [["openid identify"], "invalid_scope", "scopes[0] is a string, but must be one scope"],
  [["openid", ["identify"]], "invalid_scope", "scopes[1] is a list"],
  [[undefined, "openid"], "invalid_scope", "scopes[0] is missing"],
  [Array.from({ length: 1_001 }, () => "openid"), "invalid_scope", "at most 1000"],
])("rejects %j with %s", (value, code, fragment) => {
  expect(() => readScopes(value, "scopes")).toThrow(
    expect.objectContaining({ type: 6, code, message: expect.stringContaining(fragment) }),
  );
});

it("suggests the known scope for a misspelled one", () => {
  expect(suggestScopes("identfy openid brand.new guild")).toBe(
    " identfy is not a known scope. Did you mean identify? guild is not a known scope. Did you mean guilds?",
  );
  expect(suggestScopes("openid")).toBe("");
});
