import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskSecret } from "../../../../src/core/request/mask-secret.ts";
import { cases } from "../../../setup/cases.ts";
import { findSecret, formsOf } from "../../../setup/find-secret.ts";

// All characters that tokens may contain, except the backslash, which services do not use in tokens.
const characters = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index));
const unit = fc.constantFrom(...characters.filter((character) => character !== "\\"));
const secrets = fc.string({ unit, minLength: 12, maxLength: 60 });

describe("maskSecret", () => {
  test("masks a secret in every encoding", () => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        for (const form of formsOf(secret)) {
          expect(findSecret(maskSecret(before + form + after, secret), secret)).toEqual([]);
        }
      }),
      { numRuns: cases(100) },
    );
  });

  test("masks a secret in a quoted Authorization header", () => {
    const secret = "a-secret-of-the-application";
    for (const id of ["1", "12", "123"]) {
      const header = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
      expect(findSecret(maskSecret(`Bad header ${header}`, secret), secret)).toEqual([]);
    }
  });

  test("leaves other text unchanged", () => {
    const text = "The name (a.b) must have 1-32 characters, not 100%.";
    expect(maskSecret(text, "x.y(z)+?*$^|[]{}")).toBe(text);
    expect(maskSecret(text, "")).toBe(text);
    expect(maskSecret("of .* there is none", ".*.*.*.*")).toBe("of .* there is none");
  });

  test("masks a secret in a long string, but withholds a string over the size limit", () => {
    const before = "x".repeat(16_000);
    expect(maskSecret(`${before} a-secret-of-12`, "a-secret-of-12")).toBe(`${before} [secret]`);
    expect(maskSecret("a-secret-of-12".repeat(2000), "a-secret-of-12")).toBe(
      "[a string of 28000 characters, withheld]",
    );
  });

  test("masks a secret with backslashes from nested JSON", () => {
    for (const backslashes of ["", "\\", "\\".repeat(3), "\\".repeat(7), "\\".repeat(15)]) {
      expect(maskSecret(`<abc${backslashes}"defghij${backslashes}/>`, 'abc"defghij/')).toBe("<[secret]>");
    }
  });
});

// Each of these took hours in an earlier version.
test.each([
  ["backslashes", "\\".repeat(4_000_000)],
  ["backslashes before each quote", `${"\\".repeat(1000)}x`.repeat(4000)],
])("handles megabytes of %s quickly", (_, text) => {
  expect(maskSecret(text, '/"/"/"/"/"/"')).toMatch(/withheld/);
});
