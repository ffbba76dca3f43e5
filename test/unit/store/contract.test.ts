import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { tokenStoreContract } from "../../../src/store/contract.ts";
import { fileTokenStore } from "../../../src/store/file-token-store.ts";
import { memoryTokenStore } from "../../../src/store/memory-token-store.ts";

const folder = mkdtempSync(join(tmpdir(), "slashpass-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stores = [memoryTokenStore(), fileTokenStore({ path: join(folder, "tokens"), key: randomBytes(32) })];

describe.each(stores)("The $name store", (store) => {
  it.each(tokenStoreContract)("$title", (rule) => rule.check(store));
});
