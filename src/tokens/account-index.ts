import { parseForeignJson } from "../core/request/response.ts";
import type { TokenStore } from "../store/token-store.ts";

/** A hung process that holds the lock must not delay a sign-in for long. */
const lockTimeoutMs = 10_000;

/**
 * The names of an application's accounts in a store, in a record of its own, since a store cannot list its records. The account
 * without a name is not in it. The index may name accounts that have been deleted meanwhile.
 */
export class AccountIndex {
  readonly #store: TokenStore;
  readonly #record: string;

  /** @param application - the name of the record without an account's name. */
  constructor(store: TokenStore, application: string) {
    this.#store = store;
    // No account has this name: a slash separates the names of accounts.
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

/** An unreadable index counts as empty: the next sign-in writes it again. */
function parseNames(record: string): readonly string[] {
  try {
    const names = parseForeignJson(record);
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
