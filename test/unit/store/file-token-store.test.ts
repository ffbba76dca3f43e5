import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, it } from "vitest";
import { fileTokenStore } from "../../../src/store/own-stores.ts";
import { sharedFolder } from "../../setup/temporary-folder.ts";

const key = randomBytes(32);
const path = join(sharedFolder(), "tokens");

it("shares records with another store on the same file", async () => {
  await fileTokenStore({ path, key }).set("1", "record");
  expect(await fileTokenStore({ path, key }).get("1")).toBe("record");
});

it("copies the key, which the caller may overwrite", async () => {
  const own = Uint8Array.from(key);
  const store = fileTokenStore({ path, key: own });
  own.fill(0);
  expect(await store.get("1")).toBe("record");
});

it.each([
  ["invalid_store_path", { path: "", key }],
  ["invalid_store_key", { path: "x", key: randomBytes(31) }],
  ["invalid_store_key", { path: "x", key: "0".repeat(32) as unknown as Uint8Array }],
])("rejects invalid options with %s", (code, options) => {
  expect(() => fileTokenStore(options)).toThrow(expect.objectContaining({ type: 6, code }));
});

it("hides the key when printed", () => {
  expect(inspect(fileTokenStore({ path, key }), { depth: 9, showHidden: true })).not.toMatch(/<Buffer|Uint8/);
});
