import { inspect } from "node:util";
import { expect, it } from "vitest";
import { AuthorizationCodeChallenge, challengeOf } from "../../../src/sign-in/code-verifier.ts";

const refused: unknown = expect.objectContaining({ type: 6, code: "invalid_code_challenge" });

it("computes the challenge of RFC 7636, appendix B", () => {
  const challenge = challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  expect(challenge.Challenge()).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  expect(challenge.Method()).toBe(0);
});

it("clones into an independent object", () => {
  const challenge = new AuthorizationCodeChallenge("a".repeat(43));
  const copy = challenge.Clone();
  challenge.SetMethod(0);
  challenge.SetChallenge("b".repeat(43));
  expect([challenge.Challenge(), copy.Challenge()]).toEqual(["b".repeat(43), "a".repeat(43)]);
});

it.each(["", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}=`, undefined, 7, ["a".repeat(43)]])(
  "rejects %j as an S256 challenge",
  (value) => {
    expect(() => new AuthorizationCodeChallenge(value as string)).toThrow(refused);
    expect(() => challengeOf("v").SetChallenge(value as string)).toThrow(refused);
  },
);

it.each([1, "S256", null])("rejects %j as a method", (method) => {
  expect(() => new AuthorizationCodeChallenge("a".repeat(43), method as 0)).toThrow(refused);
  expect(() => challengeOf("v").SetMethod(method as 0)).toThrow(refused);
});

it("prints its method", () => {
  const shown = inspect(new AuthorizationCodeChallenge("a".repeat(43)));
  expect(shown).toMatch(/^AuthorizationCodeChallenge \{\s+method: 0,\s+challenge: '\w{43}'\s+\}$/);
});
