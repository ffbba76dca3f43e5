import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tokenStoreContract } from "../../../src/store/contract.ts";
import { keychainTokenStore } from "../../../src/store/keychain-token-store.ts";
import type { Keytar } from "../../../src/store/secret-service/keychain.ts";
import { replaceModule } from "../../setup/replaced-module.ts";
import { startSecrets } from "../../setup/secrets-bus.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keychain-"));
  vi.stubEnv("XDG_RUNTIME_DIR", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function memoryKeytar(changed: Partial<Keytar> = {}): Keytar {
  const items = new Map<string, string>();
  return {
    getPassword: (_, account) => Promise.resolve(items.get(account) ?? null),
    setPassword: (_, account, password) => Promise.resolve(void items.set(account, password)),
    deletePassword: (_, account) => Promise.resolve(items.delete(account)),
    ...changed,
  };
}

it.each(tokenStoreContract)("$title", (rule) => rule.check(keychainTokenStore({ keytar: memoryKeytar() })));

it("On Linux records are items of the Secret Service, under the name of the service that was chosen", async () => {
  vi.spyOn(process, "platform", "get").mockReturnValue("linux");
  await using secrets = await startSecrets();
  const store = keychainTokenStore({ service: "game" });
  vi.restoreAllMocks();
  await store.set("1", "record");
  expect([...secrets.items.keys()]).toEqual([JSON.stringify({ service: "game", username: "1" })]);
  expect(await store.get("1")).toBe("record");
  expect(await store.delete("1")).toBe(true);
  expect(await store.delete("1")).toBe(false);
});

it("The package keytar is loaded when it is asked for, and missed when it is not there", async () => {
  {
    using _module = replaceModule("keytar", `exports.getPassword = () => Promise.resolve("from keytar");`);
    expect(await keychainTokenStore({ keytar: true }).get("1")).toBe("from keytar");
  }
  using _broken = replaceModule("keytar", `throw new Error("libsecret");`);
  expect(() => keychainTokenStore({ keytar: true })).toThrow(
    expect.objectContaining({ type: 6, code: "keytar_unavailable" }),
  );
});

it("A keychain that does not answer in time is a timeout, and the next call is answered", async () => {
  let hangs = true;
  const keytar = memoryKeytar({
    getPassword: () => (hangs ? new Promise<never>(() => undefined) : Promise.resolve("record")),
  });
  await expect(keychainTokenStore({ keytar, timeoutMs: 1 }).get("1")).rejects.toMatchObject({
    code: "keychain_timeout",
    retryable: true,
  });
  hangs = false;
  expect(await keychainTokenStore({ keytar }).get("1")).toBe("record");
});

it("A keychain that keeps nothing is absent, not empty", async () => {
  const keytar = memoryKeytar({ setPassword: () => Promise.resolve() });
  const store = keychainTokenStore({ keytar });
  for (const operation of [() => store.probe(), () => store.get("1"), () => store.delete("1")]) {
    await expect(operation()).rejects.toMatchObject({ code: "keychain_absent" });
  }
});

it("A record that is there only after the keychain was reached again is found, and deleted", async () => {
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
  expect(await keychainTokenStore({ keytar: flaky }).get("1")).toBe("record");
  reached = false;
  expect(await keychainTokenStore({ keytar: flaky }).delete("1")).toBe(true);
  expect(await keychainTokenStore({ keytar: flaky }).get("1")).toBeUndefined();
});

it("Undefined is nothing, and anything but a text is refused", async () => {
  const answering = (found: unknown) =>
    keychainTokenStore({ keytar: memoryKeytar({ getPassword: () => Promise.resolve(found as string) }) });
  await expect(answering(undefined).get("1")).rejects.toMatchObject({ code: "keychain_absent" });
  await expect(answering(7).get("1")).rejects.toMatchObject({
    code: "keychain_failed",
    message: expect.stringContaining("must give a string or null") as string,
  });
});

it("A keychain that throws at once, or throws no error, fails without a word of the record", async () => {
  const throwing = (reason: unknown) =>
    keychainTokenStore({
      keytar: memoryKeytar({
        setPassword: () => {
          throw reason;
        },
      }),
    });
  for (const reason of ["the-record", new Error("no room for the-record")]) {
    const error: unknown = await throwing(reason)
      .set("1", "the-record")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "keychain_failed" });
    expect(inspect(error)).not.toContain("the-record");
  }
});

it("Whoever holds an account alone reads what the keychain has now", async () => {
  const keytar = memoryKeytar();
  const store = keychainTokenStore({ keytar });
  await store.set("1", "before");
  expect(await store.get("1")).toBe("before");
  await keytar.setPassword("slashpass", "1", "by another process");
  expect(await store.exclusively("1", () => store.get("1"))).toBe("by another process");
});
