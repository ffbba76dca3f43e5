import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskSecret } from "../../../src/http/mask-secret.ts";
import { findSecret, formsOf } from "../../setup/find-secret.ts";

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
});
