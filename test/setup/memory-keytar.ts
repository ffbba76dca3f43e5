import type { Keytar } from "../../src/store/secret-service/secret-service.ts";

/** A keychain in memory, with what a test wants otherwise. */
export function memoryKeytar(changed: Partial<Keytar> = {}): Keytar {
  const items = new Map<string, string>();
  return {
    getPassword: (_, account) => Promise.resolve(items.get(account) ?? null),
    setPassword: (_, account, password) => Promise.resolve(void items.set(account, password)),
    deletePassword: (_, account) => Promise.resolve(items.delete(account)),
    ...changed,
  };
}
