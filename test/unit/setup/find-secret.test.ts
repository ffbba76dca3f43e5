import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSecret } from "../../setup/find-secret.ts";

describe("findSecret", () => {
  it("finds a secret in every supported encoding and at any position", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.string(), fc.string(), (secret, before, after) => {
        const text = before + secret + after;
        const forms = [
          text,
          JSON.stringify(text),
          Buffer.from(text).toString("base64"),
          Buffer.from(text).toString("base64url"),
        ];
        return forms.every((form) => findSecret(form, secret).length > 0);
      }),
    );
  });

  it("returns an empty array for a text without the secret", () => {
    expect(findSecret("the quick brown fox", "a-secret-of-ours")).toEqual([]);
  });
});
