import { createDiffieHellman } from "node:crypto";
import { expect, it } from "vitest";
import { createKeyPair } from "../../../../src/store/secret-service/secret-session.ts";

// RFC 2409 §6.2: 2^1024 - 2^960 - 1 + 2^64 * { [2^894 pi] + 129093 }
const prime = Buffer.from(
  "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD" +
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED" +
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF",
  "hex",
);
const plusAtLast = (bytes: Buffer, change: number) => {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(127) + change, 127);
  return changed;
};

it("agrees with OpenSSL on the same number for any keys", () => {
  const theirs = createDiffieHellman(prime, 2);
  for (let time = 0; time < 4; time++) {
    theirs.generateKeys();
    const ours = createKeyPair();
    expect(ours.publicKey).toHaveLength(128);
    const shared = theirs.computeSecret(ours.publicKey);
    const padded = Buffer.concat([Buffer.alloc(128 - shared.length), shared]);
    expect(Buffer.from(ours.agree(theirs.getPublicKey())?.() ?? [])).toEqual(padded);
  }
});

it("creates a different key pair each time", () => {
  expect(createKeyPair().publicKey).not.toEqual(createKeyPair().publicKey);
});

it.each([
  ["nothing", Buffer.alloc(0)],
  ["zero", Buffer.alloc(128)],
  ["one", Buffer.from([1])],
  ["the prime less one", plusAtLast(prime, -1)],
  ["the prime", prime],
  ["more than the prime", Buffer.alloc(256, 0xff)],
])("rejects a key that is %s, because the agreed number would be public", (_name, key) => {
  expect(createKeyPair().agree(key)).toBeUndefined();
});

it("accepts the smallest and the largest valid key", () => {
  for (const key of [Buffer.from([2]), plusAtLast(prime, -2)])
    expect(createKeyPair().agree(key)?.()).toHaveLength(128);
});
