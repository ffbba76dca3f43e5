import { describe, expect, it, vi } from "vitest";
import { sharedTokenStoreContract, tokenStoreContract } from "../../../src/store/contract.ts";
import { fileTokenStore, keychainTokenStore } from "../../../src/store/own-stores.ts";
import { memoryKeytar } from "../../setup/memory-keytar.ts";
import { replaceModule } from "../../setup/replaced-module.ts";
import { startSecrets } from "../../setup/secrets-bus.ts";
import { ownRuntimeFolder } from "../../setup/runtime-folder.ts";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { inspect } from "node:util";
import { sharedFolder } from "../../setup/temporary-folder.ts";
import { AssertionError } from "node:assert";
import { memoryTokenStore } from "../../../src/store/token-store.ts";

ownRuntimeFolder();

const rules = tokenStoreContract.map((rule) => [rule.title, rule] as const);
const sharedRules = sharedTokenStoreContract.map((rule) => [rule.title, rule] as const);

it.each(rules)("%s", (_, rule) => rule.check(keychainTokenStore({ keytar: memoryKeytar() })));

describe("two stores on one keychain", () => {
  it.each(sharedRules)("%s", (_, rule) => {
    const keytar = memoryKeytar();
    return rule.check(keychainTokenStore({ keytar }), keychainTokenStore({ keytar }));
  });
});

it.each([
  [{ service: "game" }, "game"],
  [{}, "slashpass"],
])(
  "with the options %j, stores records in the Secret Service on Linux under the name %s",
  async (options, service) => {
    vi.spyOn(process, "platform", "get").mockReturnValue("linux");
    await using secrets = await startSecrets();
    const store = keychainTokenStore(options);
    vi.restoreAllMocks();
    await store.set("1", "record");
    expect([...secrets.items.keys()]).toEqual([JSON.stringify({ service, username: "1" })]);
    expect(await store.get("1")).toBe("record");
    expect(await store.delete("1")).toBe(true);
    expect(await store.delete("1")).toBe(false);
  },
);

it("loads the package keytar on request and throws if the package is unusable", async () => {
  {
    using _module = replaceModule("keytar", `exports.getPassword = () => Promise.resolve("from keytar");`);
    expect(await keychainTokenStore({ keytar: true }).get("1")).toBe("from keytar");
  }
  for (const source of ['throw new Error("libsecret");', undefined]) {
    using _unusable = replaceModule("keytar", source);
    expect(() => keychainTokenStore({ keytar: true })).toThrow(
      expect.objectContaining({ type: 6, code: "keytar_unavailable" }),
    );
  }
});

const half = "is truncated in the middle of a character: it contains half a surrogate pair.";
it.each([
  ["a\0b", "is not a string without NUL"],
  ["\ud83d", half],
  ["\ude00 game", half],
])("rejects a name that no system supports: %j", async (name, reason) => {
  const refusal = { code: "invalid_argument", type: 6 };
  expect(() => keychainTokenStore({ service: name })).toThrow(
    expect.objectContaining({
      ...refusal,
      message: expect.stringContaining(`options.service ${reason}`),
    }),
  );
  const store = keychainTokenStore({ keytar: memoryKeytar() });
  const message = expect.stringContaining(`account ${reason}`);
  await expect(store.get(name)).rejects.toMatchObject({ ...refusal, message });
  await expect(store.set(name, "record")).rejects.toMatchObject({ ...refusal, message });
  await expect(store.delete(name)).rejects.toMatchObject({ ...refusal, message });
  await expect(store.exclusively(name, async () => 1)).rejects.toMatchObject({ ...refusal, message });
});

const key = randomBytes(32);
const path = join(sharedFolder(), "tokens");

it("copies the key because the caller may overwrite it", async () => {
  const own = Uint8Array.from(key);
  const store = fileTokenStore({ path, key: own });
  own.fill(0);
  await store.set("1", "record");
  expect(await fileTokenStore({ path, key }).get("1")).toBe("record");
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

const stores = [memoryTokenStore(), fileTokenStore({ path: `${path}-own`, key })];

describe.each(stores.map((store) => [store.name, store] as const))("%s store", (_name, store) => {
  it.each(rules)("%s", (_, rule) => rule.check(store));
});

describe("two file stores on one file", () => {
  const open = () => fileTokenStore({ path: `${path}-shared`, key });
  it.each(sharedRules)("%s", (_, rule) => rule.check(open(), open()));
});

it("fails the contract for shared stores with two memory stores, because they share nothing", async () => {
  const [rule] = sharedTokenStoreContract;
  await expect(rule?.check(memoryTokenStore(), memoryTokenStore())).rejects.toBeInstanceOf(AssertionError);
});
