import { oneAfterTheOther } from "./lock/one-after-the-other.ts";
import { ownStore, type TokenStore } from "./token-store.ts";

/** Keeps tokens in this process only: the player signs in again at the next start. */
export function memoryTokenStore(): TokenStore {
  const records = new Map<string, string>();
  const inTurn = oneAfterTheOther();
  return ownStore({
    name: "memory",
    probe: () => Promise.resolve(),
    get: (account) => Promise.resolve(records.get(account)),
    set: (account, record) => Promise.resolve(void records.set(account, record)),
    delete: (account) => Promise.resolve(records.delete(account)),
    exclusively: (_account, work, signal) => inTurn(work, signal),
  });
}
