import { inspect } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { itemBytes } from "../../../src/store/keychain-records.ts";
import { defaultCommunicationScopes } from "../../../src/tokens/scopes.ts";
import { knownScopes } from "../../../src/wire/scope.ts";
import { AuthorizationTokenType } from "../../../src/tokens/token-type.ts";
import {
  checkNonce,
  decodeClaims,
  TokenResult,
  formatRecord,
  parseRecord,
  refreshedSet,
  tokenSetOf,
} from "../../../src/tokens/token-set.ts";

const granted = {
  accessToken: "access-0123456789",
  refreshToken: "refresh-0123456789",
  expiresIn: 60,
  scopes: "openid",
};
const tokens = tokenSetOf(new TokenResult(granted), "openid identify", 1000);

it("measures lifetimes from the response's arrival", () => {
  expect(tokens).toMatchObject({ receivedAt: 1000, expiresAt: 61_000, scopes: "openid" });
  expect(tokenSetOf(new TokenResult({ ...granted, expiresIn: undefined }), "openid", 1000).expiresAt).toBe(
    undefined,
  );
});

it.each([1e300, Infinity, Number.MAX_SAFE_INTEGER])("ignores the invalid time of %d ms in a record", (ms) => {
  const stored = formatRecord({ ...tokens, expiresAt: ms === Infinity ? 1e308 : ms * 1e3 });
  expect(parseRecord(stored)?.expiresAt).toBe(undefined);
  expect(parseRecord(formatRecord({ ...tokens, receivedAt: ms === Infinity ? 1e308 : ms * 1e3 }))).toBe(
    undefined,
  );
});

it("keeps the session's scopes and refresh token if the refresh response omits them", () => {
  const { accessToken, refreshToken } = granted;
  const fresh = new TokenResult({ accessToken: "another", scopes: "" });
  expect(refreshedSet(tokens, fresh, 2000)).toMatchObject({
    accessToken: "another",
    refreshToken,
    receivedAt: 2000,
    expiresAt: undefined,
    scopes: "openid",
    requestedScopes: "openid identify",
  });
  const full = new TokenResult({ accessToken, refreshToken: "newer", scopes: "identify" });
  expect(refreshedSet(tokens, full, 2000)).toMatchObject({ refreshToken: "newer", scopes: "identify" });
});

it.each([
  ["every field", tokens],
  ["neither lifetime nor refresh token", { ...tokens, refreshToken: undefined, expiresAt: undefined }],
])("restores tokens from a record with %s", (_, set) => {
  expect(parseRecord(formatRecord(set))).toEqual(set);
});

const record = JSON.parse(formatRecord(tokens)) as object;
it.each([
  "",
  "null",
  "[]",
  "7",
  "{}",
  ...[{ v: 2 }, { a: 1 }, { i: "1" }, { s: 1 }, { q: null }].map((wrong) =>
    JSON.stringify({ ...record, ...wrong }),
  ),
])("rejects %s as a record", (text) => {
  expect(parseRecord(text)).toBe(undefined);
});

it("fits a record with the longest player names into a single item in every keychain", () => {
  const player = {
    id: "18446744073709551615",
    username: "_".repeat(32),
    // 32 characters of four bytes each.
    globalName: "🦀".repeat(32),
    avatar: `a_${"f".repeat(32)}`,
  };
  const set = {
    ...tokens,
    accessToken: "a".repeat(512),
    refreshToken: "r".repeat(512),
    receivedAt: 1_800_000_000_000,
    expiresAt: 1_800_604_800_000,
    scopes: [...defaultCommunicationScopes.split(" "), ...knownScopes].join(" "),
    requestedScopes: defaultCommunicationScopes,
    player,
  };
  const stored = formatRecord(set);
  expect(parseRecord(stored)).toEqual(set);
  expect(Buffer.byteLength(stored)).toBeLessThan(itemBytes);
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const idTokenOf = (claims: unknown) => `${encode({ alg: "RS256" })}.${encode(claims)}.signature-0123456789`;
const idToken = idTokenOf({ sub: "42" });
const grant = { ...granted, idToken };

it("hides tokens when printed but keeps them readable", () => {
  const result = new TokenResult(grant);
  expect(result).toMatchObject({ ...grant, tokenType: AuthorizationTokenType.Bearer });
  expect(JSON.parse(JSON.stringify(result))).toEqual({ tokenType: 1, expiresIn: 60, scopes: "openid" });
  const printed = inspect(result, { depth: 9, showHidden: true, getters: true });
  expect(printed).toContain("openid");
  expect(printed).toMatch(/accessToken: \[hidden\],\s+refreshToken: \[hidden\],\s+idToken: \[hidden\]/);
  expect(inspect(new TokenResult({ ...grant, refreshToken: undefined }))).not.toContain("refreshToken");
  for (const secret of [grant.accessToken, grant.refreshToken, idToken, "42"]) {
    expect(printed).not.toContain(secret);
  }
});

it("returns the ID token's claims, if any", () => {
  expect(new TokenResult(grant).claims).toMatchObject({ sub: "42" });
  expect(new TokenResult({ ...grant, idToken: undefined }).claims).toBe(undefined);
});

describe("ID token", () => {
  it("is decoded correctly in every script, even without Buffer", () => {
    const named = idTokenOf({ sub: "5", name: "Ада 🎲 ÿ>?" });
    vi.stubGlobal("Buffer", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(decodeClaims(named)).toEqual({ sub: "5", name: "Ада 🎲 ÿ>?" });
  });

  it.each(["", "a.b", "a.bnVsbA.c", `a.${encode([])}.c`, "no token at all"])(
    "has no claims if it is %j",
    (text) => expect(decodeClaims(text)).toBeUndefined(),
  );
});

describe("an ID token's nonce", () => {
  it.each([
    ["is the one that was sent", { nonce: "n" }, { nonce: "n" }],
    ["is missing and none was sent", {}, { nonce: undefined }],
    ["was not sent and no ID token was received", undefined, { nonce: undefined }],
    ["belongs to an unknown attempt", { nonce: "of another process" }, undefined],
  ])("passes the check if it %s", (_, claims, expected) => {
    expect(() => checkNonce("Exchanging", claims, expected)).not.toThrow();
  });

  it.each([
    [
      "it differs from the one that was sent",
      { nonce: "another" },
      { nonce: "n" },
      "whose nonce does not match",
    ],
    [
      "one was received but none was sent",
      { nonce: "n" },
      { nonce: undefined },
      "whose nonce does not match",
    ],
    ["one was sent but no ID token was received", undefined, { nonce: "n" }, "no ID token"],
    ["the ID token has none", {}, { nonce: "n" }, "whose nonce does not match"],
  ])("fails the exchange if %s", (_, claims, expected, fragment) => {
    expect(() => checkNonce("Exchanging", claims, expected)).toThrow(
      expect.objectContaining({ code: "invalid_response", message: expect.stringContaining(fragment) }),
    );
  });
});
