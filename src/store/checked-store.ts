import { ClientError, ErrorType } from "../core/errors.ts";
import { answerOf } from "../core/check/callback.ts";
import { kindOf } from "../core/check/reader.ts";
import { isOwnStore, type TokenStore } from "./token-store.ts";

/**
 * A store of the game's own as the rest may rely on it: it never throws at once, its errors are ClientErrors that show no
 * secret, and what it gives has the right type. A store of this library is given back as it is.
 */
export function checkedStore(store: TokenStore, clean: (text: string) => string): TokenStore {
  if (isOwnStore(store)) return store;
  const ask = <T>(operation: string, call: () => T | PromiseLike<T>): Promise<T> =>
    answerOf(call, clean, () => storeFailed(`${operation}() threw an error`));
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
      runOnce(work, (once) => ask("exclusively", () => store.exclusively(account, once, signal))),
  };
}

/** The result of the work counts, not what the store makes of it. The work runs once, since a refresh token works once. */
async function runOnce<T>(
  work: () => Promise<T>,
  exclusively: (once: () => Promise<T>) => Promise<unknown>,
): Promise<T> {
  const runs: Promise<T>[] = [];
  const once = (): Promise<T> => {
    const run = runs[0] ?? work();
    // Nobody else may be listening when it fails.
    run.catch(() => undefined);
    runs[0] = run;
    return run;
  };
  const failure: unknown = await exclusively(once).then(
    () => undefined,
    (error: unknown) => error,
  );
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
