import { underLock, createQueue } from "./lock-wait.ts";
import {
  type Reader,
  abortSignal,
  callable,
  textWithoutNul,
  optional,
  textOf,
  withMethods,
  kindOf,
} from "../core/check/readers.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { loadOnce } from "../core/lazy.ts";
import { answerOf } from "../core/check/callback.ts";
import { orAborted } from "../core/request/abort.ts";
import { formatDuration } from "../core/request/clock.ts";
import { startDeadline } from "../core/request/deadline.ts";

/** Long enough for a player to unlock a keychain. */
const callTimeoutMs = 30_000;

const methods = ["probe", "get", "set", "delete", "exclusively"] as const;
const ownStores = new WeakSet<TokenStore>();

export const readStore: Reader<TokenStore> = withMethods<TokenStore>(methods);

export function isOwnStore(store: TokenStore): boolean {
  return ownStores.has(store);
}

export function ownStore(store: TokenStore): TokenStore {
  const checked: TokenStore = {
    name: store.name,
    probe: () => store.probe(),
    get: async (account) => store.get(readAccount(account, "account")),
    set: async (account, record) => store.set(readAccount(account, "account"), readText(record, "record")),
    delete: async (account, onRemaining) => store.delete(readAccount(account, "account"), onRemaining),
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

/** Loads the implementation with the first call. */
export function lazyStore(name: string, load: () => Promise<TokenStore>): TokenStore {
  const store = loadOnce(load);
  return ownStore({
    name,
    probe: async () => (await store()).probe(),
    get: async (account) => (await store()).get(account),
    set: async (account, record) => (await store()).set(account, record),
    delete: async (account, onRemaining) => (await store()).delete(account, onRemaining),
    exclusively: async (account, work, signal) => (await store()).exclusively(account, work, signal),
  });
}

const readAccount = textWithoutNul({ least: 0 });
const readText = textOf({ least: 0 });
const readWork = callable<() => Promise<unknown>>();
const readSignal = optional(abortSignal());

/**
 * Stores tokens between runs of the game. A record is an opaque string and a secret; its key is an account, for example
 * `discord.com/1234567890`. `tokenStoreContract` tests an implementation.
 */
export interface TokenStore {
  /** Short name for the log, for example `keychain`. */
  readonly name: string;
  /**
   * Resolves if records can be stored. `signIn` calls it before it asks the player.
   *
   * @throws ClientError (Disabled) that names the missing part.
   */
  probe(): Promise<void>;
  /** Returns the record of `account`, or `undefined` if there is none. Throws on failure. */
  get(account: string): Promise<string | undefined>;
  /** Stores `record`, replacing an existing one atomically, even if the machine crashes. */
  set(account: string, record: string): Promise<void>;
  /**
   * Deletes the record of `account`; returns `false` if there was none.
   *
   * @param onRemaining - called with the number of other programs' entries of the same name, which were not deleted. Only keychains
   *   have them.
   */
  delete(account: string, onRemaining?: (count: number) => void): Promise<boolean>;
  /**
   * Runs `work` under a lock for the account that all users of the store share, in this process and others. Refreshes run inside,
   * because a refresh token works once. A store on one machine can use `withProcessLock`. The stores of this library wait up to
   * two minutes, or until `signal` is aborted.
   *
   * @throws ClientError `aborted`, `timeout` (ClientNotReady) if the lock is held for longer, or the error of `work`.
   */
  exclusively<T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * Wraps a custom store: methods never throw synchronously, and settle within 30 seconds (`exclusively` when its signal is
 * aborted). Errors contain no secrets, and values have the right types.
 */
export function checkedStore(store: TokenStore, clean: (text: string) => string): TokenStore {
  if (isOwnStore(store)) return store;
  const call = <T>(operation: string, work: () => T | PromiseLike<T>): Promise<T> =>
    answerOf(work, clean, () => storeFailed(`${operation}() threw an error`));
  const ask = async <T>(operation: string, work: () => T | PromiseLike<T>): Promise<T> => {
    using deadline = startDeadline(operation, callTimeoutMs, [], () =>
      storeFailed(`${operation}() did not settle within ${formatDuration(callTimeoutMs)}`),
    );
    return await orAborted(call(operation, work), operation, deadline.signal);
  };
  return {
    name: typeof store.name === "string" && /^[\w-]{1,32}$/.test(store.name) ? store.name : "custom",
    probe: () => ask("probe", () => store.probe()),
    async get(account) {
      const record: unknown = await ask("get", () => store.get(account));
      if (record === undefined || typeof record === "string") return record;
      throw storeFailed(`get() returned ${kindOf(record)}, but must return the stored string or undefined`);
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

/** A refresh token works once, so the work runs at most once, and its own result is returned. */
async function runOnce<T>(
  work: () => Promise<T>,
  exclusively: (once: () => Promise<T>) => Promise<unknown>,
): Promise<T> {
  const runs: Promise<T>[] = [];
  let isOver = false;
  const once = async (): Promise<T> => {
    // The caller has already received the error that the work did not run.
    if (isOver && !runs[0]) throw storeFailed("exclusively() ran its callback too late");
    const run = runs[0] ?? work();
    // Prevents an unhandled rejection.
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
  throw failure ?? storeFailed("exclusively() ended without running its callback");
}

function storeFailed(problem: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: `Your token store does not work: ${problem}.`,
    hint: "Test it with slashpass/store-contract. To include the cause in this error, throw ClientErrors in the store.",
  });
}

/** Creates a store that keeps tokens in this process only: after a restart the player has to sign in again. */
export function memoryTokenStore(): TokenStore {
  const records = new Map<string, string>();
  const inTurn = createQueue();
  return ownStore({
    name: "memory",
    probe: () => Promise.resolve(),
    get: (account) => Promise.resolve(records.get(account)),
    set: (account, record) => Promise.resolve(void records.set(account, record)),
    delete: (account) => Promise.resolve(records.delete(account)),
    exclusively: (_account, work, signal) => inTurn(work, signal),
  });
}
