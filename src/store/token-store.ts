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
import { ClientError, ErrorType, abortedError } from "../core/errors.ts";
import { loadOnce } from "../core/lazy.ts";
import { answerOf } from "../core/check/callback.ts";
import { orAborted, onAbort } from "../core/request/abort.ts";
import { formatDuration } from "../core/request/clock.ts";
import { startDeadline } from "../core/request/deadline.ts";

/** Leaves time for the player to unlock a keychain. */
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

/** Loads the implementation on the first call. */
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
 * Stores tokens between runs of the game. A record is an opaque, secret string, identified by an account such as
 * `discord.com/1234567890`. Test your implementation with `tokenStoreContract`.
 *
 * @stable
 */
export interface TokenStore {
  /** A short name for the log, such as `keychain`. */
  readonly name: string;
  /**
   * Resolves if records can be stored. `signIn` calls it before it prompts the player.
   *
   * @throws ClientError (Disabled) that names the missing part.
   */
  probe(): Promise<void>;
  /** Returns the account's record, or `undefined` if there is none. Rejects on failure. */
  get(account: string): Promise<string | undefined>;
  /** Stores `record`. Replaces an existing record atomically, even if the machine crashes. */
  set(account: string, record: string): Promise<void>;
  /**
   * Deletes the account's record. Returns `false` if there was none.
   *
   * @param onRemaining - Called with the number of entries with the same name that belong to other programs and were therefore
   *   kept. Only keychains have such entries.
   */
  delete(account: string, onRemaining?: (count: number) => void): Promise<boolean>;
  /**
   * Runs `work` under the account's lock, which all users of the store share, in this process and others. Refreshes run under it,
   * because a refresh token can be used only once. If your store is limited to one machine, use `withProcessLock`. This library's
   * stores wait up to two minutes, or until `signal` is aborted.
   *
   * @throws ClientError `aborted`, `timeout` (ClientNotReady) if the lock is held for longer, or any error thrown by `work`.
   */
  exclusively<T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * Wraps a custom store. The methods never throw synchronously. They settle within 30 seconds, except `exclusively`, which waits
 * for the lock until its signal is aborted. Errors contain no secrets, and values have the right types.
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
        return orAborted(locked, "Waiting for the token store lock", signal);
      }),
  };
}

/** Runs `work` at most once, because a refresh token can be used only once. Returns the result of `work` itself. */
async function runOnce<T>(
  work: () => Promise<T>,
  exclusively: (once: () => Promise<T>) => Promise<unknown>,
): Promise<T> {
  const runs: Promise<T>[] = [];
  let isOver = false;
  const once = async (): Promise<T> => {
    // The caller has already received an error because the work did not run.
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
  throw failure ?? storeFailed("exclusively() resolved without running its callback");
}

function storeFailed(problem: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: `Your token store does not work: ${problem}.`,
    hint: "Test it with slashpass/store-contract. To include the cause in this error, throw ClientErrors from the store.",
  });
}

/** Creates a store that keeps tokens only in this process. The player has to sign in again after a restart. @stable */
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

const lockTimeoutMs = 120_000;

type Take<T> = (work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

export async function underLock<T>(
  take: Take<T>,
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  using wait = startDeadline("Waiting for the token lock", lockTimeoutMs, [signal], lockHeld);
  let isHeld = false;
  const begin = async (): Promise<T> => {
    isHeld = true;
    wait[Symbol.dispose]();
    return work();
  };
  try {
    return await take(begin, wait.signal);
  } catch (error) {
    throw wait.signal.aborted && !isHeld ? wait.signal.reason : error;
  }
}

function lockHeld(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "timeout",
    message: `${operation} took longer than ${lockTimeoutMs / 60_000} minutes: another program holds the lock.`,
    hint: "Find and stop the game's suspended or hung process. To limit the wait, pass a signal.",
    retryable: true,
  });
}

/** Creates a queue that runs one task at a time. The signal cancels only the wait, not the task. */
export function createQueue(): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work, signal) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => reject(abortedError("Waiting for the tokens"));
      if (signal?.aborted) return giveUp();
      const leave = signal ? onAbort(signal, giveUp) : undefined;
      const takeTurn = async () => {
        leave?.();
        if (!signal?.aborted) resolve(await work());
      };
      last = last.then(takeTurn).catch(reject);
    });
}
