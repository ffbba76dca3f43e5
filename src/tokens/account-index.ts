import { parseForeignJson } from "../core/request/response.ts";
import type { TokenStore } from "../store/token-store.ts";

/** A hung process with the lock must not delay a sign-in for long. */
const lockTimeoutMs = 10_000;

/** A separate record, because a store cannot list its records. Omits the unnamed account, and may list deleted accounts. */
export class AccountIndex {
  readonly #store: TokenStore;
  readonly #record: string;

  constructor(store: TokenStore, application: string) {
    this.#store = store;
    // Cannot collide with an account, whose name follows a slash.
    this.#record = `${application} accounts`;
  }

  async list(): Promise<readonly string[]> {
    const record = await this.#store.get(this.#record);
    return record === undefined ? [] : parseNames(record);
  }

  async add(account: string): Promise<void> {
    if ((await this.list()).includes(account)) return;
    await this.#change((names) => [...names, account]);
  }

  async remove(account: string): Promise<void> {
    if (!(await this.list()).includes(account)) return;
    await this.#change((names) => names.filter((name) => name !== account));
  }

  #change(change: (names: readonly string[]) => readonly string[]): Promise<void> {
    return this.#store.exclusively(
      this.#record,
      async () => {
        const names = change(await this.list());
        if (names.length === 0) await this.#store.delete(this.#record);
        else await this.#store.set(this.#record, JSON.stringify([...new Set(names)]));
      },
      AbortSignal.timeout(lockTimeoutMs),
    );
  }
}

/** An unreadable index counts as empty. The next sign-in rewrites it. */
function parseNames(record: string): readonly string[] {
  try {
    const names = parseForeignJson(record);
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
