import { expect, it } from "vitest";
import { BusConnection } from "../../../../src/store/dbus/connection.ts";
import { Variant } from "../../../../src/store/dbus/marshal.ts";
import { SecretSession } from "../../../../src/store/secret-service/secret-session.ts";
import { startSecrets } from "../../../setup/secrets-bus.ts";

const never = new AbortController().signal;

it("Both ends of a session agree on its key, and each secret is sealed anew", async () => {
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

it("Sessions at the same time have one pair of keys, and each understands its own end", async () => {
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

it("A secret of another session, or a damaged one, is not opened", async () => {
  await using _secrets = await startSecrets();
  const connection = await BusConnection.open(never);
  const session = await SecretSession.open(connection, never);
  const [path, iv, value, type] = session.seal("secret");
  expect(() => session.open([path, iv, value.subarray(0, 15), type])).toThrow("wrong final block length");
  connection.close();
});

it("A service that sends a key which anybody could know the answer to is refused", async () => {
  await using secrets = await startSecrets();
  const key = new Variant("ay", Uint8Array.of(1));
  secrets.bus.methods["OpenSession"] = () => ({ signature: "vo", body: [key, "/s"] });
  const connection = await BusConnection.open(never);
  await expect(SecretSession.open(connection, never)).rejects.toThrow("cannot be used for the key agreement");
  connection.close();
});

it("A service that sends no key is refused", async () => {
  await using secrets = await startSecrets();
  secrets.bus.methods["OpenSession"] = () => ({ signature: "vo", body: [new Variant("s", "plain"), "/s"] });
  const connection = await BusConnection.open(never);
  await expect(SecretSession.open(connection, never)).rejects.toThrow("org.freedesktop.secrets sent no key.");
  connection.close();
});
