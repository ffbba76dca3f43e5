import { describe, expect, it } from "vitest";
import { formatTokens, keptTokens, lifeOf, readKeptTokens } from "../../../src/server/kept-tokens.ts";

const minute = 60_000;

describe("a token's lifetime", () => {
  it.each([
    ["a week: due a day before the end", 604_800, 0, { leftMs: 10_080 * minute, dueMs: 8640 * minute }],
    ["an hour: due when 15 % is left", 3600, 0, { leftMs: 60 * minute, dueMs: 51 * minute }],
    ["a token received a while ago", 3600, 10 * minute, { leftMs: 50 * minute, dueMs: 41 * minute }],
    ["an expired token", 1, minute, { leftMs: 0, dueMs: 0 }],
    ["a token without an expiry", undefined, minute, { leftMs: undefined, dueMs: undefined }],
  ])("is, for %s", (_, expiresIn, agoMs, life) => {
    expect(lifeOf(expiresIn, agoMs)).toEqual(life);
  });
});

describe("a record", () => {
  it("contains only the necessary fields", () => {
    const tokens = keptTokens({
      accessToken: "a",
      refreshToken: "r",
      scopes: "s",
      expiresIn: 1,
      idToken: "i",
    });
    expect(tokens).toEqual({ accessToken: "a", refreshToken: "r", scopes: "s" });
    expect(readKeptTokens(formatTokens(tokens))).toEqual(tokens);
  });

  it("keeps the old refresh token and scopes if the response has none", () => {
    const old = { accessToken: "a", refreshToken: "r", scopes: "s" };
    expect(keptTokens({ accessToken: "b", scopes: "" }, old)).toEqual({ ...old, accessToken: "b" });
    expect(keptTokens({ accessToken: "b", scopes: "" })).toEqual({
      accessToken: "b",
      refreshToken: undefined,
      scopes: "",
    });
  });

  it.each(["", "null", "[]", "{}", '{"a":"x","s":7}'])("is unreadable if it is %j", (record) => {
    expect(() => readKeptTokens(record)).toThrow(expect.objectContaining({ code: "store_unreadable" }));
  });
});
