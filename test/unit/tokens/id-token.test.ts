import { inspect } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { checkNonce, decodeClaims, TokenResult } from "../../../src/tokens/token-set.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const idTokenOf = (claims: unknown) => `${encode({ alg: "RS256" })}.${encode(claims)}.signature-0123456789`;

describe("ID token", () => {
  const idToken = idTokenOf({ sub: "123456789012", nonce: "n" });
  const result = new TokenResult({ accessToken: "access", scopes: "openid", idToken });

  it("is part of the result, with its claims", () => {
    expect(result.idToken).toBe(idToken);
    expect(result.claims).toEqual({ sub: "123456789012", nonce: "n" });
    expect(new TokenResult({ accessToken: "access", scopes: "openid" }).claims).toBeUndefined();
  });

  it("is decoded in every script, and without Buffer", () => {
    const named = idTokenOf({ sub: "5", name: "Ада 🎲 ÿ>?" });
    vi.stubGlobal("Buffer", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(decodeClaims(named)).toEqual({ sub: "5", name: "Ада 🎲 ÿ>?" });
  });

  it("is hidden in the printed result, and so are its claims", () => {
    const shown = [inspect(result, { showHidden: true, getters: true, depth: 9 }), JSON.stringify(result)];
    expect(shown.join()).not.toMatch(/signature-0123456789|123456789012/);
  });

  it.each(["", "a.b", "a.bnVsbA.c", `a.${encode([])}.c`, "no token at all"])(
    "has no claims if it is %j",
    (text) => expect(decodeClaims(text)).toBeUndefined(),
  );
});

describe("nonce of an ID token", () => {
  it.each([
    ["is the one that was sent", { nonce: "n" }, { nonce: "n" }],
    ["is missing where none was sent", {}, { nonce: undefined }],
    ["is not asked for where no ID token came and no nonce was sent", undefined, { nonce: undefined }],
    ["is not looked at where the attempt is unknown", { nonce: "of another process" }, undefined],
  ])("passes the check if it %s", (_, claims, expected) => {
    expect(() => checkNonce("Exchanging", claims, expected)).not.toThrow();
  });

  it.each([
    ["another one came", { nonce: "another" }, { nonce: "n" }, "with a nonce that does not match"],
    ["one came and none was sent", { nonce: "n" }, { nonce: undefined }, "with a nonce that does not match"],
    ["no ID token came for one that was sent", undefined, { nonce: "n" }, "no ID token"],
    ["the ID token has none", {}, { nonce: "n" }, "with a nonce that does not match"],
  ])("fails the exchange if %s", (_, claims, expected, words) => {
    expect(() => checkNonce("Exchanging", claims, expected)).toThrow(
      expect.objectContaining({ code: "invalid_response", message: expect.stringContaining(words) }),
    );
  });
});
