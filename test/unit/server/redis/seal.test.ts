import { createCipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readKeys, Sealer } from "../../../../src/server/redis/seal.ts";
import { cases } from "../../../setup/cases.ts";

const [old, fresh] = [randomBytes(32), randomBytes(32)];
const sealer = new Sealer([old]);
const unreadable = expect.objectContaining({ code: "store_unreadable" }) as Error;

describe("Sealer", () => {
  it("opens any string that it sealed", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, account) => {
        expect(sealer.open(account, sealer.seal(account, text))).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it("hides the text and seals it differently each time", () => {
    const sealed = [sealer.seal("a", "secret-token"), sealer.seal("a", "secret-token")];
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const one of sealed)
      expect(Buffer.from(one, "base64url").toString("latin1")).not.toContain("secret");
  });

  it("opens a sealed text only for its own account", () => {
    const sealed = sealer.seal("app:1", "text");
    expect(() => sealer.open("app:2", sealed)).toThrow(unreadable);
    expect(() => sealer.open("other:1", sealed)).toThrow(unreadable);
  });

  it("rejects a sealed text with any bit flipped", () => {
    const whole = Buffer.from(sealer.seal("a", "text"), "base64url");
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const changed = Buffer.from(whole);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => sealer.open("a", changed.toString("base64url"))).toThrow(unreadable);
    }
  });
});

// Compares with Node's HKDF, because records and signatures from earlier versions must remain valid.
describe("derived keys", () => {
  const derived = (secret: Uint8Array, info: string) =>
    new Uint8Array(hkdfSync("sha256", secret, "", info, 32));
  const anyAccount = fc.string({ unit: fc.constantFrom("1", ":", "\0", "\x01", "é", "🎮") });
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 });

  it("open a record sealed with a key from Node's hkdfSync", () => {
    fc.assert(
      fc.property(key, anyAccount, fc.string(), (secret, account, text) => {
        const other = new Sealer([secret]);
        const id = Buffer.from(other.seal("", ""), "base64url").subarray(0, 3);
        const nonce = randomBytes(12);
        const byHkdf = derived(secret, `slashpass sealed record\0${account}`);
        const cipher = createCipheriv("aes-256-gcm", byHkdf, nonce);
        cipher.setAAD(Buffer.concat([Buffer.from("slashpass-1\0"), id, Buffer.from(account)]));
        const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
        const whole = Buffer.concat([id, nonce, cipher.getAuthTag(), sealed]).toString("base64url");
        expect(other.open(account, whole)).toBe(Buffer.from(text, "utf8").toString("utf8"));
      }),
      { numRuns: cases(500, 20) },
    );
  });

  it("produce the same signatures as a key from Node's hkdfSync", () => {
    fc.assert(
      fc.property(key, fc.string(), (secret, text) => {
        const byHkdf = createHmac("sha256", derived(secret, "slashpass signature")).update(text);
        expect(new Sealer([secret]).sign(text)).toBe(byHkdf.digest("base64url"));
      }),
      { numRuns: cases(500, 20) },
    );
  });
});

describe("key rotation", () => {
  it("opens with both keys and seals with the first", () => {
    const both = new Sealer([fresh, old]);
    expect(both.open("a", sealer.seal("a", "text"))).toBe("text");
    expect(new Sealer([fresh]).open("a", both.seal("a", "new"))).toBe("new");
    expect(() => sealer.open("a", both.seal("a", "new"))).toThrow(unreadable);
  });

  it("verifies signatures from both keys and signs with the first", () => {
    const both = new Sealer([fresh, old]);
    const signature = sealer.sign("text");
    expect([
      both.verify("text", signature),
      both.verify("other", signature),
      both.verify("text", ""),
    ]).toEqual([true, false, false]);
    expect(sealer.verify("text", both.sign("text"))).toBe(false);
    expect(new Sealer([fresh]).verify("text", both.sign("text"))).toBe(true);
  });
});

describe("readKeys", () => {
  it("copies the keys and accepts one or two", () => {
    const given = randomBytes(32);
    const [parsedKey] = readKeys([given], "keys");
    const before = Uint8Array.from(given);
    given.fill(0);
    expect(parsedKey).toEqual(before);
    expect(readKeys([old, fresh], "keys")).toHaveLength(2);
  });

  it.each([
    ["an empty list", []],
    ["three keys", [old, fresh, randomBytes(32)]],
    ["the same key twice", [old, Uint8Array.from(old)]],
    ["a short key", [randomBytes(31)]],
    ["a string", ["x".repeat(32)]],
    ["undefined", undefined],
  ])("rejects invalid keys: %s", (_, keys) => {
    expect(() => readKeys(keys, "options.keys")).toThrow(/^options\.keys/);
  });
});
