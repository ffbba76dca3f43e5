import { sign, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  generatePrivateKey,
  privateKeyOf,
  publicKeyHexOf,
  readPrivateKey,
  readSecret,
} from "../../../../src/emulator/outbound/signed-post.ts";

describe("application keys", () => {
  it("match RFC 8032, section 7.1, test 2", () => {
    const privateKey = privateKeyOf("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    expect(publicKeyHexOf(privateKey)).toBe(
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    );
    expect(sign(null, Buffer.of(0x72), privateKey).toString("hex")).toMatch(/^92a009a9f0d4cab8720e820b5f64/);
  });

  it("are generated at random", () => {
    const keys = [generatePrivateKey(), generatePrivateKey()].map(privateKeyOf);
    expect(new Set(keys.map(publicKeyHexOf)).size).toBe(2);
    for (const key of keys) expect(verify(null, Buffer.of(1), key, sign(null, Buffer.of(1), key))).toBe(true);
  });

  it("can be restored from their digits", () => {
    const digits = generatePrivateKey();
    const [key, again] = [privateKeyOf(digits), privateKeyOf(digits)];
    expect(digits).toMatch(/^[\da-f]{64}$/);
    expect(key.export({ format: "jwk" }).d).toBe(Buffer.from(digits, "hex").toString("base64url"));
    expect(publicKeyHexOf(again)).toBe(publicKeyHexOf(key));
  });

  it("are validated, and never shown in errors", () => {
    expect(readPrivateKey("AB".repeat(32), "key")).toBe("ab".repeat(32));
    expect(readSecret("0123456789abcdef", "secret")).toBe("0123456789abcdef");
    for (const [read, wrong] of [
      [readPrivateKey, "ab"],
      [readPrivateKey, 7],
      [readSecret, "with some spaces in it"],
      [readSecret, "short"],
      [readSecret, undefined],
    ] as const) {
      expect(() => read(wrong, "it")).toThrow(expect.objectContaining({ code: "invalid_argument" }));
      expect(() => read(wrong, "it")).not.toThrow("spaces in it");
    }
  });
});
