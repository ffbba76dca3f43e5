import { inspect } from "node:util";
import { expect, it } from "vitest";
import { TokenResult } from "../../../src/tokens/token-set.ts";
import { AuthorizationTokenType } from "../../../src/tokens/token-type.ts";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const idToken = `${part({ alg: "RS256" })}.${part({ sub: "42" })}.signature`;
const grant = {
  accessToken: "access-0123456789",
  refreshToken: "refresh-0123456789",
  expiresIn: 60,
  scopes: "openid",
  idToken,
};

it("hides tokens when printed but keeps them readable", () => {
  const result = new TokenResult(grant);
  expect(result).toMatchObject({ ...grant, tokenType: AuthorizationTokenType.Bearer });
  expect(JSON.parse(JSON.stringify(result))).toEqual({ tokenType: 1, expiresIn: 60, scopes: "openid" });
  const shown = inspect(result, { depth: 9, showHidden: true, getters: true });
  expect(shown).toContain("openid");
  expect(shown).toMatch(/accessToken: \[hidden\],\s+refreshToken: \[hidden\],\s+idToken: \[hidden\]/);
  expect(inspect(new TokenResult({ ...grant, refreshToken: undefined }))).not.toContain("refreshToken");
  for (const secret of [grant.accessToken, grant.refreshToken, idToken, "42"]) {
    expect(shown).not.toContain(secret);
  }
});

it("returns the claims of the ID token, if any", () => {
  expect(new TokenResult(grant).claims).toMatchObject({ sub: "42" });
  expect(new TokenResult({ ...grant, idToken: undefined }).claims).toBe(undefined);
});
