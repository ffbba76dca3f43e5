import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import type { TokenStore } from "./token-store.ts";

/** One rule of the contract, to be run as one test. @stable */
export interface TokenStoreRule {
  /** The rule in one sentence, as a test title. */
  readonly title: string;
  /** Rejects with an AssertionError if `store` breaks the rule. Deletes the records it created. */
  check(store: TokenStore): Promise<void>;
}

/**
 * The rules that every {@link TokenStore} must follow. Use them to test your own store with any test runner.
 *
 * @stable
 * @example
 * ```ts
 * import { memoryTokenStore } from "slashpass";
 * import { tokenStoreContract } from "slashpass/store-contract";
 * import { it } from "vitest";
 *
 * const createStore = () => memoryTokenStore(); // replace with your own store
 * for (const rule of tokenStoreContract) it(rule.title, () => rule.check(createStore()));
 * ```
 */
export const tokenStoreContract: readonly TokenStoreRule[] = [
  rule("has a short name for the log", async (store) => {
    same(typeof store.name === "string" && /^[a-z][a-z0-9-]{0,31}$/.test(store.name), true);
  }),
  rule("returns undefined for an unknown account", async (store, account) => {
    same(await store.get(account), undefined);
  }),
  rule("returns a stored record", async (store, account) => {
    await store.set(account, "one");
    same(await store.get(account), "one");
  }),
  rule("replaces the whole record", async (store, account) => {
    await store.set(account, "a long record that must be replaced completely");
    await store.set(account, "short");
    same(await store.get(account), "short");
  }),
  rule("returns whether a record was deleted", async (store, account) => {
    await store.set(account, "one");
    same(await store.delete(account), true);
    same(await store.get(account), undefined);
    same(await store.delete(account), false);
  }),
  rule("keeps accounts separate", async (store, account) => {
    const other = `${account}/2`;
    await store.set(account, "one");
    await store.set(other, "two");
    same([await store.get(account), await store.get(other)], ["one", "two"]);
    await store.delete(account);
    same(await store.get(other), "two");
    await store.delete(other);
  }),
  rule("preserves every character", async (store, account) => {
    const record = JSON.stringify({ text: "äöü 漢字 🎮 \u0000 \"\\' \n%s", empty: "" });
    await store.set(account, record);
    same(await store.get(account), record);
  }),
  rule("stores records of 64 KiB and then small ones", async (store, account) => {
    const large = randomBytes(48 * 1024).toString("base64");
    const larger = randomBytes(49 * 1024).toString("base64");
    for (const record of [large, larger, large, "small", large]) {
      // Intentionally sequential.
      await store.set(account, record);
      same((await store.get(account)) === record, true);
    }
  }),
  rule("stores one complete record if several are set concurrently", async (store, account) => {
    const records = Array.from({ length: 8 }, (_, index) => String(index).repeat(3000));
    await Promise.all(records.map((record) => store.set(account, record)));
    same((records as unknown[]).includes(await store.get(account)), true);
  }),
  rule("never returns a partial record during a write", async (store, account) => {
    const records = ["a".repeat(6000), "b".repeat(9000)];
    await store.set(account, records[0] as string);
    const sets = [1, 0, 1, 0].map((index) => store.set(account, records[index] as string));
    const gets = sets.map(() => store.get(account));
    for (const record of await Promise.all(gets)) same((records as unknown[]).includes(record), true);
    await Promise.all(sets);
  }),
  rule("runs an account's tasks one at a time", async (store, account) => {
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} starts`);
      await store.set(account, name);
      steps.push(`${(await store.get(account)) as string} ends`);
      return name;
    };
    const done = await Promise.all(["a", "b", "c"].map((name) => store.exclusively(account, work(name))));
    same(done, ["a", "b", "c"]);
    const inOrder = steps.flatMap((step, index) => (index % 2 === 0 ? step.slice(0, 1) : []));
    same(
      steps,
      inOrder.flatMap((name) => [`${name} starts`, `${name} ends`]),
    );
  }),
  rule("runs an account's next task after one fails", (store, account) =>
    workAfterFailure(store, store, account),
  ),
  rule("does not start a task that was aborted while waiting", async (store, account) => {
    const abort = new AbortController();
    let waiting: Promise<unknown> | undefined;
    await store.exclusively(account, async () => {
      waiting = store.exclusively(account, () => Promise.resolve("started"), abort.signal);
      waiting.catch(() => undefined);
      abort.abort();
      return Promise.resolve();
    });
    await rejects(waiting as Promise<unknown>, { code: "aborted" });
  }),
];

/** A rule for two instances of a store. @stable */
export interface SharedTokenStoreRule {
  readonly title: string;
  /**
   * Rejects with an AssertionError if the stores break the rule. Deletes the records it created.
   *
   * @param one - A store that represents one process.
   * @param other - A store that represents another process, with the same settings.
   */
  check(one: TokenStore, other: TokenStore): Promise<void>;
}

/**
 * Additional rules for a {@link TokenStore} that several processes share, tested with two stores that have the same settings. A
 * store limited to one process, such as `memoryTokenStore`, breaks the first rule.
 *
 * @stable
 * @example
 * ```ts
 * import { keychainTokenStore } from "slashpass";
 * import { sharedTokenStoreContract } from "slashpass/store-contract";
 * import { it } from "vitest";
 *
 * const createStore = () => keychainTokenStore(); // replace with your own store
 * for (const rule of sharedTokenStoreContract) it(rule.title, () => rule.check(createStore(), createStore()));
 * ```
 */
export const sharedTokenStoreContract: readonly SharedTokenStoreRule[] = [
  sharedRule("returns a record that the other instance stored", async (one, other, account) => {
    await one.set(account, "one");
    same(await other.get(account), "one");
    await other.set(account, "two");
    same(await one.get(account), "two");
  }),
  sharedRule("returns no record after the other instance has deleted it", async (one, other, account) => {
    await one.set(account, "one");
    same(await other.get(account), "one");
    same(await one.delete(account), true);
    same(await other.get(account), undefined);
    same(await other.delete(account), false);
  }),
  sharedRule(
    "stores one complete record if both instances write concurrently",
    async (one, other, account) => {
      const records = ["a".repeat(6000), "b".repeat(9000)] as const;
      await Promise.all([one.set(account, records[0]), other.set(account, records[1])]);
      const stored = [await one.get(account), await other.get(account)];
      same(stored[0], stored[1]);
      same((records as readonly unknown[]).includes(stored[0]), true);
    },
  ),
  sharedRule(
    "runs both instances' tasks one at a time, each with the previous result",
    async (one, other, account) => {
      await one.set(account, "0");
      const countUp = (store: TokenStore) =>
        store.exclusively(account, async () =>
          store.set(account, String(Number(await store.get(account)) + 1)),
        );
      await Promise.all([one, other, one, other, one, other].map(countUp));
      same(await one.get(account), "6");
    },
  ),
  sharedRule("runs the other instance's task after one fails", workAfterFailure),
];

async function workAfterFailure(one: TokenStore, other: TokenStore, account: string): Promise<void> {
  const failure = new Error("on purpose");
  await rejects(
    one.exclusively(account, () => Promise.reject(failure)),
    failure,
  );
  same(await other.exclusively(account, () => Promise.resolve("done")), "done");
}

function sharedRule(
  title: string,
  check: (one: TokenStore, other: TokenStore, account: string) => Promise<void>,
): SharedTokenStoreRule {
  return {
    title,
    check: (one, other) => rule(title, (store, account) => check(store, other, account)).check(one),
  };
}

function rule(title: string, check: (store: TokenStore, account: string) => Promise<void>): TokenStoreRule {
  return {
    title,
    async check(store) {
      const account = `contract/${randomUUID()}`;
      try {
        await check(store, account);
      } finally {
        await store.delete(account);
      }
    },
  };
}
