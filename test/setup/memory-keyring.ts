import { keyring } from "../../src/store/keyring.ts";
import { replaceModule } from "./replaced-module.ts";

/** `@napi-rs/keyring` with its items in the memory of the thread. Some accounts fail, or take the thread with them. */
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

/** Until it is disposed of, the keyring is one in memory; then its thread ends. */
export function startKeyring(): AsyncDisposable {
  const module = replaceModule("@napi-rs/keyring", source);
  return {
    async [Symbol.asyncDispose]() {
      await endThread();
      module[Symbol.dispose]();
    },
  };
}

/** The thread dies after it has answered, so it is asked until a call is lost. */
export async function endThread(): Promise<unknown> {
  try {
    for (;;) await keyring.getPassword("game", "dies", new AbortController().signal);
  } catch (error) {
    return error;
  }
}
