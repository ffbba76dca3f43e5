import { expect, it } from "vitest";
import { BusConnection } from "../../../../src/store/dbus/connection.ts";
import { Variant } from "../../../../src/store/dbus/marshal.ts";
import { SecretSession } from "../../../../src/store/secret-service/secret-session.ts";
import { startSecrets } from "../../../setup/secrets-bus.ts";

const never = new AbortController().signal;

it("agrees on a key with the service, and encrypts each secret differently", async () => {
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

it("rejects a service key whose agreed secret would be public", async () => {
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
  await expect(SecretSession.open(connection, never)).rejects.toThrow("org.freedesktop.secrets sent no key.");
  connection.close();
});
