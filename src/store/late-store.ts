import { loadOnce } from "../core/lazy.ts";
import { ownStore, type TokenStore } from "./token-store.ts";

/** A store of this library whose work is loaded by the first call. */
export function lateStore(name: string, load: () => Promise<TokenStore>): TokenStore {
  const store = loadOnce(load);
  return ownStore({
    name,
    probe: async () => (await store()).probe(),
    get: async (account) => (await store()).get(account),
    set: async (account, record) => (await store()).set(account, record),
    delete: async (account) => (await store()).delete(account),
    exclusively: async (account, work, signal) => (await store()).exclusively(account, work, signal),
  });
}
