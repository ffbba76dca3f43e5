import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { keychainError, keyring } from "../../../src/store/keyring.ts";
import { replaceModule } from "../../setup/replaced-module.ts";

const never = new AbortController().signal;

/** An in-memory `@napi-rs/keyring`. Certain account names cause a failure or crash the thread. */
const source = `
const items = new Map();
exports.Entry = class {
  constructor(service, account) {
    if (account === "refused") throw new Error("Access denied");
    if (account === "dies") setImmediate(() => { throw new Error("the thread has died"); });
    this.name = service + "/" + account;
  }
  getSecret() { return items.get(this.name) ?? null; }
  setSecret(bytes) { items.set(this.name, bytes); }
  deleteCredential() { return items.delete(this.name); }
};`;

/** Replaces the keyring with an in-memory one until disposed and then stops its thread. */
function startKeyring(): AsyncDisposable {
  const module = replaceModule("@napi-rs/keyring", source);
  return {
    async [Symbol.asyncDispose]() {
      await endThread();
      module[Symbol.dispose]();
    },
  };
}

/** Repeats calls until one is lost, because the thread crashes only after it responds. */
async function endThread(): Promise<unknown> {
  try {
    for (;;) await keyring.getPassword("game", "dies", new AbortController().signal);
  } catch (error) {
    return error;
  }
}

it("stores a password unchanged, reads it and deletes it", async () => {
  await using _keyring = startKeyring();
  expect(await keyring.getPassword("game", "1", never)).toBeNull();
  await keyring.setPassword("game", "1", "record ü 🎮", never);
  expect(await keyring.getPassword("game", "1", never)).toBe("record ü 🎮");
  expect(await keyring.getPassword("game", "2", never)).toBeNull();
  expect(await keyring.deletePassword("game", "1", never)).toBe(true);
  expect(await keyring.deletePassword("game", "1", never)).toBe(false);
});

it("rejects a failed call with the reason and serves the next one", async () => {
  await using _keyring = startKeyring();
  await expect(keyring.getPassword("game", "refused", never)).rejects.toThrow("Access denied");
  expect(await keyring.getPassword("game", "1", never)).toBeNull();
});

it("rejects an aborted call and ignores its late result", async () => {
  await using _keyring = startKeyring();
  const end = new AbortController();
  const given = keyring.getPassword("game", "1", end.signal);
  const next = keyring.setPassword("game", "1", "next", never);
  end.abort();
  await expect(given).rejects.toThrow("given up");
  await next;
  expect(await keyring.getPassword("game", "1", never)).toBe("next");
});

it("removes abort listeners after completed calls", async () => {
  await using _keyring = startKeyring();
  const { signal } = new AbortController();
  await Promise.all(["1", "2", "3"].map((account) => keyring.setPassword("game", account, "record", signal)));
  await expect(keyring.getPassword("game", "refused", signal)).rejects.toThrow("Access denied");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("rejects pending calls when the thread exits and restarts the thread for the next call", async () => {
  await using _keyring = startKeyring();
  await keyring.setPassword("game", "1", "record", never);
  expect(await endThread()).toMatchObject({ message: "the thread has died" });
  expect(await keyring.getPassword("game", "1", never)).toBeNull();
});

it("reports a missing package, as in a bundle", async () => {
  using _missing = replaceModule("@napi-rs/keyring");
  await expect(keyring.getPassword("game", "1", never)).rejects.toThrow(
    "cannot find the package @napi-rs/keyring.",
  );
});

it("rejects every call if the module has no binary", async () => {
  using _broken = replaceModule("@napi-rs/keyring", `throw new Error("Cannot find native binding.")`);
  const calls = ["1", "2"].map((account) => keyring.getPassword("game", account, never));
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
    expect(reason).toMatchObject({ message: "Cannot find native binding." });
});

it.each([
  ["keychain_locked", "Couldn't access platform storage: Secret Service: unlock prompt was dismissed"],
  ["keychain_locked", "Cannot create an item in a locked collection"],
  ["keychain_locked", "User interaction is not allowed."],
  ["keychain_denied", "User canceled the operation."],
  ["keychain_denied", "The user name or passphrase you entered is not correct."],
  ["keychain_denied", "Platform failure: DBus error: Access denied"],
  ["keychain_absent", "Couldn't access platform storage: Secret Service: no result found"],
  ["keychain_absent", "The name org.freedesktop.secrets was not provided by any .service files"],
  ["keychain_absent", "Cannot autolaunch D-Bus without X11 $DISPLAY"],
  [
    "keychain_binding_missing",
    "Cannot find native binding. npm has a bug related to optional dependencies (https://github.com/npm/cli/issues/4828). " +
      "Please try `npm i` again after removing both package-lock.json and node_modules directory.",
  ],
  ["keychain_binding_missing", "cannot find the package @napi-rs/keyring."],
  ["keychain_failed", "The stub received bad data."],
])("returns %s for the keychain's message %s", (code, text) => {
  const error = keychainError("Reading", text);
  expect(error).toMatchObject({ type: 4, code, retryable: code === "keychain_locked" });
  expect(error.message).toContain(text.slice(0, 200));
  expect(error.hint).toBeTruthy();
});
