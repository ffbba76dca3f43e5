import { inspect } from "node:util";
import { expect, it } from "vitest";
import { memoryTokenStore, isOwnStore } from "../../../src/store/token-store.ts";

it("shares nothing between two stores", async () => {
  const [one, two] = [memoryTokenStore(), memoryTokenStore()];
  await one.set("a", "record");
  expect([await one.get("a"), await two.get("a")]).toEqual(["record", undefined]);
  expect(await one.exclusively("a", () => two.exclusively("a", () => Promise.resolve("inside both")))).toBe(
    "inside both",
  );
});

it("has a name, is a built-in store, and hides records when printed", async () => {
  const store = memoryTokenStore();
  await store.set("a", "the-record");
  expect([store.name, isOwnStore(store)]).toEqual(["memory", true]);
  expect(inspect(store, { depth: 9, showHidden: true })).not.toContain("the-record");
});
