import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  AuthorizationCodeChallenge,
  AuthorizationCodeVerifier,
  challengeOf,
  createCodeVerifier,
} from "../../../src/sign-in/code-verifier.ts";

describe("AuthorizationCodeVerifier", () => {
  it.each([
    // The pairs in RFC 7636, Appendix B, and in the service's unofficial documentation.
    ["dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
    ["Qs-0Scio0ScPJDYOFy1NYsOAsj6Rb6cP-Y12N9pbwV0", "CNPVOxIUDw5vcUaWT3Gn8fjrEeZs-kMEqpk2eNzqsmQ"],
  ])("#4 computes the S256 challenge of %s", (verifier, challenge) => {
    expect(new AuthorizationCodeVerifier(verifier).Challenge().Challenge()).toBe(challenge);
  });

  it("#3 accepts 43 to 128 allowed characters and rejects other lengths and characters", () => {
    const allowed = fc.constantFrom(
      ...Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"),
    );
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
      ["a".repeat(43)] as never,
    ]) {
      expect(() => new AuthorizationCodeVerifier(wrong)).toThrow(
        expect.objectContaining({ code: "invalid_code_verifier" }),
      );
    }
  });

  it("#3 #5 creates a new verifier of 43 characters (256 random bits) each time", () => {
    const verifiers = new Set(Array.from({ length: 1000 }, () => createCodeVerifier().Verifier()));
    expect(verifiers.size).toBe(1000);
    expect([...verifiers].every((verifier) => verifier.length === 43)).toBe(true);
  });

  it("#6 uses every character of its alphabet about equally often", () => {
    const counts = new Map<string, number>();
    for (let run = 0; run < 2_000; run += 1) {
      // The last character holds only four bits.
      for (const letter of createCodeVerifier().Verifier().slice(0, 42))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    const expected = (2_000 * 42) / 64;
    expect(counts.size).toBe(64);
    // Seven standard deviations, so a fair source fails less than once in a billion runs.
    for (const count of counts.values())
      expect(Math.abs(count - expected)).toBeLessThan(7 * Math.sqrt(expected));
  });

  it("#2 throws if hashing fails", () => {
    const broken = vi.spyOn(crypto, "createHash").mockImplementation(() => {
      throw new Error("no digest");
    });
    syncBuiltinESMExports();
    expect(createCodeVerifier).toThrow("no digest");
    broken.mockRestore();
    syncBuiltinESMExports();
  });

  it("returns copies of its challenge and of itself", () => {
    const verifier = createCodeVerifier();
    const before = verifier.Challenge().Challenge();
    expect(() => verifier.SetChallenge("A".repeat(43) as never)).toThrow(
      expect.objectContaining({ code: "invalid_code_challenge" }),
    );
    verifier.Challenge().SetChallenge("A".repeat(43));
    const copy = verifier.Clone();
    copy.SetChallenge(new AuthorizationCodeChallenge("B".repeat(43)));
    expect(verifier.Challenge().Challenge()).toBe(before);
    expect(copy.Verifier()).toBe(verifier.Verifier());
  });

  it("keeps its challenge when the verifier changes and clones both of them", () => {
    const verifier = createCodeVerifier();
    const [challenge, other] = [verifier.Challenge().Challenge(), "b".repeat(43)];
    verifier.SetVerifier(other);
    expect([verifier.Verifier(), verifier.Challenge().Challenge()]).toEqual([other, challenge]);
    verifier.SetChallenge(new AuthorizationCodeChallenge("C".repeat(43)));
    expect(verifier.Clone().Challenge().Challenge()).toBe("C".repeat(43));
    expect(() => verifier.SetVerifier("short")).toThrow(/^codeVerifier is a string/);
    expect(verifier.Verifier()).toBe(other);
  });

  it("prints its challenge but hides the verifier", () => {
    const verifier = new AuthorizationCodeVerifier("a".repeat(43));
    expect(inspect(verifier)).toContain("verifier: [hidden]");
    expect(inspect(verifier)).toContain(verifier.Challenge().Challenge());
    expect(inspect(verifier)).not.toContain("aaaa");
  });
});

describe("AuthorizationCodeChallenge", () => {
  const refused: unknown = expect.objectContaining({ type: 6, code: "invalid_code_challenge" });

  it("clones into an independent object", () => {
    const challenge = new AuthorizationCodeChallenge("a".repeat(43));
    const copy = challenge.Clone();
    challenge.SetMethod(0);
    challenge.SetChallenge("b".repeat(43));
    expect([challenge.Challenge(), copy.Challenge()]).toEqual(["b".repeat(43), "a".repeat(43)]);
  });

  it.each(["", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}=`, undefined, 7, ["a".repeat(43)]])(
    "#2 rejects %j as an S256 challenge",
    (value) => {
      expect(() => new AuthorizationCodeChallenge(value as string)).toThrow(refused);
      expect(() => challengeOf("v").SetChallenge(value as string)).toThrow(refused);
    },
  );

  it.each([1, "S256", null])("#2 rejects %j as a method", (method) => {
    expect(() => new AuthorizationCodeChallenge("a".repeat(43), method as 0)).toThrow(refused);
    expect(() => challengeOf("v").SetMethod(method as 0)).toThrow(refused);
  });

  it("prints its method", () => {
    const printed = inspect(new AuthorizationCodeChallenge("a".repeat(43)));
    expect(printed).toMatch(/^AuthorizationCodeChallenge \{\s+method: 0,\s+challenge: '\w{43}'\s+\}$/);
  });
});
