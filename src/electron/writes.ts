import type { TokenStore } from "../index.ts";

/** A store whose pending writes can be awaited before the app exits. */
export interface TrackedStore {
  readonly store: TokenStore;
  /** Resolves when no write or renewal is pending. */
  settled(): Promise<void>;
}

/** Renewals run inside `exclusively`, so waiting for it also stores their tokens. */
export function trackWrites(inner: TokenStore): TrackedStore {
  const pending = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    const settled: Promise<unknown> = work.then(
      () => pending.delete(settled),
      () => pending.delete(settled),
    );
    pending.add(settled);
    return work;
  };
  return {
    store: {
      name: inner.name,
      probe: () => track(inner.probe()),
      get: (account) => inner.get(account),
      set: (account, record) => track(inner.set(account, record)),
      delete: (account, onRemaining) => track(inner.delete(account, onRemaining)),
      exclusively: (account, work, signal) => track(inner.exclusively(account, work, signal)),
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
