import { keyring } from "../../src/store/keyring.ts";
import { replaceModule } from "./replaced-module.ts";

/** An in-memory `@napi-rs/keyring`. Some account names cause a failure or crash the thread. */
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

/** Replaces the keyring with an in-memory one until disposed, then ends its thread. */
export function startKeyring(): AsyncDisposable {
  const module = replaceModule("@napi-rs/keyring", source);
  return {
    async [Symbol.asyncDispose]() {
      await endThread();
      module[Symbol.dispose]();
    },
  };
}

/** The thread crashes after it has answered, so calls are repeated until one is lost. */
export async function endThread(): Promise<unknown> {
  try {
    for (;;) await keyring.getPassword("game", "dies", new AbortController().signal);
  } catch (error) {
    return error;
  }
}
