import { expect, it } from "vitest";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";
import { readPlayerStore } from "../../../src/server/player-store.ts";

const store = memoryPlayerStore();
const life = { dueMs: 1, leftMs: undefined };

it.each([
  ["account", () => store.take(7 as never)],
  ["rejected", () => store.take("a", -1)],
  ["fence", () => store.write("a", 1.5, "record", life)],
  ["record", () => store.put("a", {} as never, life)],
  ["life.dueMs", () => store.put("a", "record", { dueMs: Number.NaN, leftMs: 1 })],
  ["life.leftMs", () => store.put("a", "record", { dueMs: 1, leftMs: -1 })],
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
