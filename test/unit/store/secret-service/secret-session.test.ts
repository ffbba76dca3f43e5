import { expect, it } from "vitest";
import { BusConnection } from "../../../../src/store/dbus/connection.ts";
import { Variant } from "../../../../src/store/dbus/marshal.ts";
import { createKeyPair, SecretSession } from "../../../../src/store/secret-service/secret-session.ts";
import { startSecrets } from "../../../setup/secrets-bus.ts";
import { createDiffieHellman } from "node:crypto";

const never = new AbortController().signal;

it("agrees on a key with the service and encrypts each secret differently", async () => {
  await using secrets = await startSecrets();
  const connection = await BusConnection.open(never);
  const session = await SecretSession.open(connection, never);
  expect(session.path).toBe("/org/freedesktop/secrets/session/s1");
  const [algorithm, key] = secrets.bus.lastBody as [string, Variant];
  expect([algorithm, key.signature]).toEqual(["dh-ietf1024-sha256-aes128-cbc-pkcs7", "ay"]);
  const [one, other] = [session.seal("secret"), session.seal("secret")];
  expect(one[1]).toHaveLength(16);
  expect(one[1]).not.toEqual(other[1]);
  expect(one[2]).not.toEqual(other[2]);
  expect([session.open([...one]), session.open([...other])]).toEqual(["secret", "secret"]);
  expect(session.open([...session.seal("")])).toBe("");
  connection.close();
});

it("shares one key pair among concurrent sessions", async () => {
  await using secrets = await startSecrets();
  const connection = await BusConnection.open(never);
  const sent: unknown[] = [];
  const { OpenSession } = secrets.bus.methods;
  secrets.bus.methods["OpenSession"] = (call) => {
    sent.push((call.body[1] as Variant).value);
    return OpenSession?.(call) ?? {};
  };
  const open = () => SecretSession.open(connection, never);
  const [one, other] = await Promise.all([open(), open()]);
  expect(sent[0]).toEqual(sent[1]);
  expect(one.open([...one.seal("secret")])).toBe("secret");
  expect(other.open([...other.seal("secret")])).toBe("secret");
  connection.close();
});

it("rejects a damaged secret", async () => {
  await using _secrets = await startSecrets();
  const connection = await BusConnection.open(never);
  const session = await SecretSession.open(connection, never);
  const [path, iv, value, type] = session.seal("secret");
  expect(() => session.open([path, iv, value.subarray(0, 15), type])).toThrow("wrong final block length");
  connection.close();
});

it("rejects a service key that would make the agreed secret public", async () => {
  await using secrets = await startSecrets();
  const key = new Variant("ay", Uint8Array.of(1));
  secrets.bus.methods["OpenSession"] = () => ({ signature: "vo", body: [key, "/s"] });
  const connection = await BusConnection.open(never);
  await expect(SecretSession.open(connection, never)).rejects.toThrow("cannot be used for the key agreement");
  connection.close();
});

it("rejects a service that sends no key", async () => {
  await using secrets = await startSecrets();
  secrets.bus.methods["OpenSession"] = () => ({ signature: "vo", body: [new Variant("s", "plain"), "/s"] });
  const connection = await BusConnection.open(never);
  await expect(SecretSession.open(connection, never)).rejects.toThrow(
    "org.freedesktop.secrets did not send a key.",
  );
  connection.close();
});

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

it("computes the same number as OpenSSL for any keys", () => {
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
  ["empty", Buffer.alloc(0)],
  ["zero", Buffer.alloc(128)],
  ["one", Buffer.from([1])],
  ["the prime minus one", plusAtLast(prime, -1)],
  ["the prime", prime],
  ["greater than the prime", Buffer.alloc(256, 0xff)],
])("rejects a key that is %s because the agreed number would be public", (_name, key) => {
  expect(createKeyPair().agree(key)).toBeUndefined();
});

it("accepts the smallest and the largest valid key", () => {
  for (const key of [Buffer.from([2]), plusAtLast(prime, -2)])
    expect(createKeyPair().agree(key)?.()).toHaveLength(128);
});
