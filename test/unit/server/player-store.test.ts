import { expect, it } from "vitest";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";
import { readPlayerStore } from "../../../src/server/player-store.ts";

const store = memoryPlayerStore();
const lifetime = { dueMs: 1, remainingMs: undefined };

it.each([
  ["account", () => store.take(7 as never)],
  ["rejected", () => store.take("a", -1)],
  ["fence", () => store.write("a", 1.5, "record", lifetime)],
  ["record", () => store.put("a", {} as never, lifetime)],
  ["lifetime.dueMs", () => store.put("a", "record", { dueMs: Number.NaN, remainingMs: 1 })],
  ["lifetime.remainingMs", () => store.put("a", "record", { dueMs: 1, remainingMs: -1 })],
  ["index", () => store.useSession("a", "s", Infinity)],
  ["session", () => store.openSession("a", null as never)],
  ["name", () => store.count([] as never)],
])("rejects an invalid %s in the library's store", async (name, call) => {
  await expect(call()).rejects.toThrow(new RegExp(`^${name.replace(".", "\\.")} is`));
});

it("accepts any object with a store's methods", () => {
  expect(readPlayerStore(store, "store")).toBe(store);
  const without = { ...store, put: undefined };
  expect(() => readPlayerStore(without, "store")).toThrow(/store is not an object with the methods/);
});
