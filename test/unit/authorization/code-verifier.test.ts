import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AuthorizationCodeChallenge } from "../../../src/authorization/code-challenge.ts";
import { AuthorizationCodeVerifier, createCodeVerifier } from "../../../src/authorization/code-verifier.ts";

describe("AuthorizationCodeVerifier", () => {
  it.each([
    // RFC 7636 Appendix B, and the pair of the service's unofficial documentation
    ["dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
    ["Qs-0Scio0ScPJDYOFy1NYsOAsj6Rb6cP-Y12N9pbwV0", "CNPVOxIUDw5vcUaWT3Gn8fjrEeZs-kMEqpk2eNzqsmQ"],
  ])("turns %s into its S256 challenge", (verifier, challenge) => {
    expect(new AuthorizationCodeVerifier(verifier).Challenge().Challenge()).toBe(challenge);
  });

  it("accepts 43 and 128 characters of the allowed set, and nothing shorter, longer or else", () => {
    const allowed = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~");
    fc.assert(
      fc.property(fc.array(allowed, { minLength: 43, maxLength: 128 }), (letters) => {
        const verifier = letters.join("");
        return new AuthorizationCodeVerifier(verifier).Verifier() === verifier;
      }),
    );
    for (const wrong of [
      "a".repeat(42),
      "a".repeat(129),
      "a".repeat(42) + "%",
      "a".repeat(42) + "+",
      "a".repeat(43) + " ",
      "",
    ]) {
      expect(() => new AuthorizationCodeVerifier(wrong)).toThrow(
        expect.objectContaining({ code: "invalid_code_verifier" }),
      );
    }
  });

  it("is fresh each time, 43 characters for 256 random bits", () => {
    const verifiers = new Set(Array.from({ length: 1000 }, () => createCodeVerifier().Verifier()));
    expect(verifiers.size).toBe(1000);
    expect([...verifiers].every((verifier) => verifier.length === 43)).toBe(true);
  });

  it("hands out copies: changing one changes nothing else", () => {
    const verifier = createCodeVerifier();
    const before = verifier.Challenge().Challenge();
    verifier.Challenge().SetChallenge("A".repeat(43));
    const copy = verifier.Clone();
    copy.SetChallenge(new AuthorizationCodeChallenge("B".repeat(43)));
    expect(verifier.Challenge().Challenge()).toBe(before);
    expect(copy.Verifier()).toBe(verifier.Verifier());
  });

  it("refuses any method but S256 and any challenge of another form", () => {
    const challenge = createCodeVerifier().Challenge();
    expect(() => challenge.SetMethod(1 as 0)).toThrow(/not S256/);
    expect(() => challenge.SetChallenge("short")).toThrow(
      expect.objectContaining({ code: "invalid_code_challenge" }),
    );
    expect(challenge.Method()).toBe(0);
  });
});
