import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssertionError } from "node:assert";
import { afterAll, describe, expect, it } from "vitest";
import { sharedTokenStoreContract, tokenStoreContract } from "../../../src/store/contract.ts";
import { fileTokenStore } from "../../../src/store/own-stores.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";

const folder = mkdtempSync(join(tmpdir(), "slashpass-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stores = [memoryTokenStore(), fileTokenStore({ path: join(folder, "tokens"), key: randomBytes(32) })];

describe.each(stores)("$name store", (store) => {
  it.each(tokenStoreContract)("$title", (rule) => rule.check(store));
});

describe("two file stores on one file", () => {
  const key = randomBytes(32);
  const open = () => fileTokenStore({ path: join(folder, "shared"), key });
  it.each(sharedTokenStoreContract)("$title", (rule) => rule.check(open(), open()));
});

it("rejects two memory stores, which share nothing", async () => {
  const [rule] = sharedTokenStoreContract;
  await expect(rule?.check(memoryTokenStore(), memoryTokenStore())).rejects.toBeInstanceOf(AssertionError);
});
