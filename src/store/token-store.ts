import { underLock } from "./lock-patience.ts";
import type { Reader } from "../core/check/reader.ts";
import { abortSignal, callable, nameOf, optional, textOf, withMethods } from "../core/check/readers.ts";

const methods = ["probe", "get", "set", "delete", "exclusively"] as const;
const ownStores = new WeakSet<TokenStore>();

/** Anything with the methods of a store. */
export const readStore: Reader<TokenStore> = withMethods<TokenStore>(methods);

/** Whether the store is one of this library. */
export function isOwnStore(store: TokenStore): boolean {
  return ownStores.has(store);
}

/** A store of this library, with what it is given checked. */
export function ownStore(store: TokenStore): TokenStore {
  const checked: TokenStore = {
    name: store.name,
    probe: () => store.probe(),
    get: async (account) => store.get(readAccount(account, "account")),
    set: async (account, record) => store.set(readAccount(account, "account"), readText(record, "record")),
    delete: async (account) => store.delete(readAccount(account, "account")),
    exclusively: async (account, work, signal) => {
      const checkedAccount = readAccount(account, "account");
      return underLock(
        async (held, wait) => store.exclusively(checkedAccount, held, wait),
        readWork(work, "work") as typeof work,
        readSignal(signal, "signal"),
      );
    },
  };
  ownStores.add(checked);
  return checked;
}

const readAccount = nameOf({ least: 0 });
const readText = textOf({ least: 0 });
const readWork = callable<() => Promise<unknown>>();
const readSignal = optional(abortSignal());

/**
 * Where tokens rest between two runs of the game. A record is one opaque text, all of it secret; an account names it, for
 * example `discord.com/1234567890`. Every implementation passes the same contract test.
 */
export interface TokenStore {
  /** Short name for the log, for example `keychain`. */
  readonly name: string;
  /**
   * Resolves when records can be kept right now; signing in asks this before it bothers the player.
   *
   * @throws ClientError (Disabled) that says what is missing.
   */
  probe(): Promise<void>;
  /** The record of `account`, or undefined when there is none. Never undefined because of a failure: that throws. */
  get(account: string): Promise<string | undefined>;
  /** Keeps `record`, replacing the one before it as a whole: after a crash either the old or the new one is there. */
  set(account: string, record: string): Promise<void>;
  /** Forgets the record of `account`; false when there was none. */
  delete(account: string): Promise<boolean>;
  /**
   * Runs `work` while nobody else who shares the store, in this process or another, does so for the same account. A
   * refresh happens inside, since a refresh token works once. Where the store lives on one machine, `withProcessLock`
   * does it. The stores of this library wait for others for two minutes at most, and for less where `signal` ends the wait.
   *
   * @throws ClientError `aborted`, `timeout` (ClientNotReady) when others are not done by then, or whatever `work` throws.
   */
  exclusively<T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}
