import { expect, it } from "vitest";
import { AccountIndex } from "../../../src/tokens/account-index.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";

const application = "discord.com/1";

it("lists each account once, in the order of addition", async () => {
  const store = memoryTokenStore();
  const index = new AccountIndex(store, application);
  expect(await index.list()).toEqual([]);
  await Promise.all(["one", "two", "one"].map((account) => index.add(account)));
  await index.add("two");
  expect(await new AccountIndex(store, application).list()).toEqual(["one", "two"]);
});

it("leaves no record once the last account is removed", async () => {
  const store = memoryTokenStore();
  const index = new AccountIndex(store, application);
  await index.add("one");
  await index.add("two");
  await index.remove("three");
  await index.remove("one");
  expect(await index.list()).toEqual(["two"]);
  await index.remove("two");
  expect(await store.get(`${application} accounts`)).toBeUndefined();
});

it.each(["", "{", '{"a":1}', "[1, null]"])("treats an unreadable record as empty: %s", async (record) => {
  const store = memoryTokenStore();
  await store.set(`${application} accounts`, record);
  const index = new AccountIndex(store, application);
  expect(await index.list()).toEqual([]);
  await index.add("one");
  expect(await index.list()).toEqual(["one"]);
});
