import { describe, expect, it } from "vitest";
import {
  formatTokens,
  toStoredTokens,
  lifetimeOf,
  readStoredTokens,
} from "../../../src/server/stored-tokens.ts";

const minute = 60_000;

describe("a token's lifetime", () => {
  it.each([
    [
      "one week, due a day before its end",
      604_800,
      0,
      { remainingMs: 10_080 * minute, dueMs: 8640 * minute },
    ],
    ["one hour, due when 15 % of it is left", 3600, 0, { remainingMs: 60 * minute, dueMs: 51 * minute }],
    [
      "shorter if the token was received earlier",
      3600,
      10 * minute,
      { remainingMs: 50 * minute, dueMs: 41 * minute },
    ],
    ["zero if the token has expired", 1, minute, { remainingMs: 0, dueMs: 0 }],
    ["undefined if the token has no expiry", undefined, minute, { remainingMs: undefined, dueMs: undefined }],
  ])("is %s", (_, expiresIn, agoMs, lifetime) => {
    expect(lifetimeOf(expiresIn, agoMs)).toEqual(lifetime);
  });
});

describe("a record", () => {
  it("contains only the necessary fields", () => {
    const tokens = toStoredTokens({
      accessToken: "a",
      refreshToken: "r",
      scopes: "s",
      expiresIn: 1,
      idToken: "i",
    });
    expect(tokens).toEqual({ accessToken: "a", refreshToken: "r", scopes: "s" });
    expect(readStoredTokens(formatTokens(tokens))).toEqual(tokens);
  });

  it("keeps the old refresh token and scopes if the response has none", () => {
    const old = { accessToken: "a", refreshToken: "r", scopes: "s" };
    expect(toStoredTokens({ accessToken: "b", scopes: "" }, old)).toEqual({ ...old, accessToken: "b" });
    expect(toStoredTokens({ accessToken: "b", scopes: "" })).toEqual({
      accessToken: "b",
      refreshToken: undefined,
      scopes: "",
    });
  });

  it.each(["", "null", "[]", "{}", '{"v":2,"a":"x","s":"y"}', '{"v":1,"a":"x","s":7}'])(
    "is unreadable if it is %j",
    (record) => {
      expect(() => readStoredTokens(record)).toThrow(expect.objectContaining({ code: "store_unreadable" }));
    },
  );
});
