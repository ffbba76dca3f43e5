import { underLock, oneAfterTheOther } from "./lock-patience.ts";
import {
  type Reader,
  abortSignal,
  callable,
  nameOf,
  optional,
  textOf,
  withMethods,
  kindOf,
} from "../core/check/readers.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { answerOf } from "../core/check/callback.ts";
import { orAborted } from "../core/request/abort.ts";
import { inWords } from "../core/request/clock.ts";
import { startDeadline } from "../core/request/deadline.ts";

/** Limit for one call of a custom store, the same as for a call of a keychain: the player may have to unlock it. */
const callTimeoutMs = 30_000;

const methods = ["probe", "get", "set", "delete", "exclusively"] as const;
const ownStores = new WeakSet<TokenStore>();

/** Anything with the methods of a store. */
export const readStore: Reader<TokenStore> = withMethods<TokenStore>(methods);

/** Whether the store is one of this library. */
export function isOwnStore(store: TokenStore): boolean {
  return ownStores.has(store);
}

/** A store of this library, which checks its arguments. */
export function ownStore(store: TokenStore): TokenStore {
  const checked: TokenStore = {
    name: store.name,
    probe: () => store.probe(),
    get: async (account) => store.get(readAccount(account, "account")),
    set: async (account, record) => store.set(readAccount(account, "account"), readText(record, "record")),
    delete: async (account, onLeft) => store.delete(readAccount(account, "account"), onLeft),
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
   * Resolves when records can be kept right now; signing in asks this before the player sees anything.
   *
   * @throws ClientError (Disabled) that names the missing part.
   */
  probe(): Promise<void>;
  /** The record of `account`, or undefined when there is none. Never undefined because of a failure: that throws. */
  get(account: string): Promise<string | undefined>;
  /** Keeps `record`, replacing the one before it as a whole: after a crash either the old or the new one is there. */
  set(account: string, record: string): Promise<void>;
  /**
   * Deletes the record of `account`; false if there was none.
   *
   * @param onLeft - called with the number of entries of other programs that have the same name and were left. Only keychains have them.
   */
  delete(account: string, onLeft?: (count: number) => void): Promise<boolean>;
  /**
   * Runs `work` under a lock for the account, which all users of the store share, in this process and in others. A
   * refresh happens inside, since a refresh token works once. Where the store lives on one machine, `withProcessLock`
   * does it. The stores of this library wait for others for two minutes at most, and for less where `signal` ends the wait.
   *
   * @throws ClientError `aborted`, `timeout` (ClientNotReady) when others are not done by then, or the error of `work`.
   */
  exclusively<T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * A custom store, made reliable: its methods never throw synchronously, `probe`, `get`, `set` and `delete` settle within 30
 * seconds, `exclusively` stops waiting if its signal is aborted, errors are ClientErrors without secrets, and values have the
 * right types. A store of this library is returned unchanged.
 */
export function checkedStore(store: TokenStore, clean: (text: string) => string): TokenStore {
  if (isOwnStore(store)) return store;
  const call = <T>(operation: string, work: () => T | PromiseLike<T>): Promise<T> =>
    answerOf(work, clean, () => storeFailed(`${operation}() threw an error`));
  const ask = async <T>(operation: string, work: () => T | PromiseLike<T>): Promise<T> => {
    using deadline = startDeadline(operation, callTimeoutMs, [], () =>
      storeFailed(`${operation}() did not settle within ${inWords(callTimeoutMs)}`),
    );
    return await orAborted(call(operation, work), operation, deadline.signal);
  };
  return {
    name: typeof store.name === "string" && /^[\w-]{1,32}$/.test(store.name) ? store.name : "custom",
    probe: () => ask("probe", () => store.probe()),
    async get(account) {
      const record: unknown = await ask("get", () => store.get(account));
      if (record === undefined || typeof record === "string") return record;
      throw storeFailed(`get() gave ${kindOf(record)}, but must give the text that was set, or undefined`);
    },
    set: (account, record) => ask("set", () => store.set(account, record)),
    delete: (account) => ask("delete", () => store.delete(account)),
    exclusively: (account, work, signal) =>
      runOnce(work, (once) => {
        const locked = call("exclusively", () => store.exclusively(account, once, signal));
        return orAborted(locked, "Waiting for the lock of the token store", signal);
      }),
  };
}

/** The result of the work counts, not what the store makes of it. The work runs once, since a refresh token works once. */
async function runOnce<T>(
  work: () => Promise<T>,
  exclusively: (once: () => Promise<T>) => Promise<unknown>,
): Promise<T> {
  const runs: Promise<T>[] = [];
  let isOver = false;
  const once = async (): Promise<T> => {
    // The caller has already been told that the work did not run.
    if (isOver && !runs[0]) throw storeFailed("exclusively() ran its work too late");
    const run = runs[0] ?? work();
    // Without this, a failure could be an unhandled rejection.
    run.catch(() => undefined);
    runs[0] = run;
    return run;
  };
  const failure: unknown = await exclusively(once).then(
    () => undefined,
    (error: unknown) => error,
  );
  isOver = true;
  if (runs[0]) return runs[0];
  throw failure ?? storeFailed("exclusively() ended without running the work that it was given");
}

function storeFailed(problem: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: `Your token store does not work: ${problem}.`,
    hint: "Run the rules of slashpass/store-contract over it; to see the cause here, throw ClientErrors there.",
  });
}

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
