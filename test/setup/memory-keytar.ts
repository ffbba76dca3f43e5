import type { Keytar } from "../../src/store/secret-service/secret-service.ts";

export function memoryKeytar(changed: Partial<Keytar> = {}): Keytar {
  const items = new Map<string, string>();
  return {
    getPassword: (_, account) => Promise.resolve(items.get(account) ?? null),
    setPassword: (_, account, password) => Promise.resolve(void items.set(account, password)),
    deletePassword: (_, account) => Promise.resolve(items.delete(account)),
    ...changed,
  };
}
