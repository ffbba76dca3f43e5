import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskSecret } from "../../../../src/core/request/mask-secret.ts";
import { cases } from "../../../setup/cases.ts";
import { findSecret, formsOf } from "../../../setup/find-secret.ts";

// All that a token may consist of, but a backslash, which no service makes them of.
const characters = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index));
const unit = fc.constantFrom(...characters.filter((character) => character !== "\\"));
const secrets = fc.string({ unit, minLength: 12, maxLength: 60 });

describe("a secret in the text of a service", () => {
  test("is masked in every form", () => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        for (const form of formsOf(secret)) {
          expect(findSecret(maskSecret(before + form + after, secret), secret)).toEqual([]);
        }
      }),
      { numRuns: cases(100) },
    );
  });

  test("is masked in a header that is quoted", () => {
    const secret = "a-secret-of-the-application";
    for (const id of ["1", "12", "123"]) {
      const header = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
      expect(findSecret(maskSecret(`Bad header ${header}`, secret), secret)).toEqual([]);
    }
  });

  test("leaves everything else as it is", () => {
    const text = "The name (a.b) must have 1-32 characters, not 100%.";
    expect(maskSecret(text, "x.y(z)+?*$^|[]{}")).toBe(text);
    expect(maskSecret(text, "")).toBe(text);
    expect(maskSecret("of .* there is none", ".*.*.*.*")).toBe("of .* there is none");
  });

  test("is found in a long text too, and of a huge one nothing is told but its length", () => {
    const before = "x".repeat(16_000);
    expect(maskSecret(`${before} a-secret-of-12`, "a-secret-of-12")).toBe(`${before} [secret]`);
    expect(maskSecret("a-secret-of-12".repeat(2000), "a-secret-of-12")).toBe(
      "[a text of 28000 characters, withheld]",
    );
  });

  test("is found behind the backslashes of JSON inside of JSON", () => {
    for (const backslashes of ["", "\\", "\\".repeat(3), "\\".repeat(7), "\\".repeat(15)]) {
      expect(maskSecret(`<abc${backslashes}"defghij${backslashes}/>`, 'abc"defghij/')).toBe("<[secret]>");
    }
  });
});

// Each of these kept the program busy for hours.
test.each([
  ["backslashes", "\\".repeat(4_000_000)],
  ["backslashes of each quote", `${"\\".repeat(1000)}x`.repeat(4000)],
])("megabytes of %s are read at once", (_, text) => {
  expect(maskSecret(text, '/"/"/"/"/"/"')).toMatch(/withheld/);
});
