import { inspect } from "node:util";
import { expect, it } from "vitest";
import { keychainRecords } from "../../../src/store/keychain-records.ts";
import type { Keytar } from "../../../src/store/secret-service/secret-service.ts";
import { memoryKeytar } from "../../setup/memory-keytar.ts";
import { ownRuntimeFolder } from "../../setup/runtime-folder.ts";

ownRuntimeFolder();

const records = (keytar: Keytar, timeoutMs = 30_000) =>
  keychainRecords({ service: "slashpass", keytar, timeoutMs });

it("rejects with `keychain_timeout` if the keychain does not respond, and serves the next call", async () => {
  let hangs = true;
  const keytar = memoryKeytar({
    getPassword: () => (hangs ? new Promise<never>(() => undefined) : Promise.resolve("record")),
  });
  await expect(records(keytar, 1).get("1")).rejects.toMatchObject({
    code: "keychain_timeout",
    retryable: true,
  });
  hangs = false;
  expect(await records(keytar).get("1")).toBe("record");
});

it("reports a keychain that stores nothing as absent", async () => {
  const keytar = memoryKeytar({ setPassword: () => Promise.resolve() });
  const store = records(keytar);
  for (const operation of [() => store.probe(), () => store.get("1"), () => store.delete("1")]) {
    await expect(operation()).rejects.toMatchObject({ code: "keychain_absent" });
  }
});

it("finds and deletes a record that appears only after a reconnect", async () => {
  let reached = false;
  const keytar = memoryKeytar();
  await keytar.setPassword("slashpass", "1", "record");
  const flaky: Keytar = {
    getPassword: (...item) => (reached ? keytar.getPassword(...item) : Promise.resolve(null)),
    setPassword: (...item) => {
      reached = true;
      return keytar.setPassword(...item);
    },
    deletePassword: (...item) => (reached ? keytar.deletePassword(...item) : Promise.resolve(false)),
  };
  expect(await records(flaky).get("1")).toBe("record");
  reached = false;
  expect(await records(flaky).delete("1")).toBe(true);
  expect(await records(flaky).get("1")).toBeUndefined();
});

it("treats undefined as absent, and rejects other non-strings", async () => {
  const answering = (found: unknown) =>
    records(memoryKeytar({ getPassword: () => Promise.resolve(found as string) }));
  await expect(answering(undefined).get("1")).rejects.toMatchObject({ code: "keychain_absent" });
  await expect(answering(7).get("1")).rejects.toMatchObject({
    code: "keychain_failed",
    message: expect.stringContaining("must give a string or null") as string,
  });
});

it("hides the record if the keychain throws synchronously, or throws a string", async () => {
  const throwing = (reason: unknown) =>
    records(
      memoryKeytar({
        setPassword: () => {
          throw reason;
        },
      }),
    );
  for (const reason of ["the-record", new Error("no room for the-record")]) {
    const error: unknown = await throwing(reason)
      .set("1", "the-record")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "keychain_failed" });
    expect(inspect(error)).not.toContain("the-record");
  }
});

it("reads the current keychain value within exclusively()", async () => {
  const keytar = memoryKeytar();
  const store = records(keytar);
  await store.set("1", "before");
  expect(await store.get("1")).toBe("before");
  await keytar.setPassword("slashpass", "1", "by another process");
  expect(await store.exclusively("1", () => store.get("1"))).toBe("by another process");
});
