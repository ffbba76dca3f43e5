import { describe, expect, it, vi } from "vitest";
import { sharedTokenStoreContract, tokenStoreContract } from "../../../src/store/contract.ts";
import { keychainTokenStore } from "../../../src/store/own-stores.ts";
import { memoryKeytar } from "../../setup/memory-keytar.ts";
import { replaceModule } from "../../setup/replaced-module.ts";
import { startSecrets } from "../../setup/secrets-bus.ts";
import { ownRuntimeFolder } from "../../setup/runtime-folder.ts";

ownRuntimeFolder();

it.each(tokenStoreContract)("$title", (rule) => rule.check(keychainTokenStore({ keytar: memoryKeytar() })));

describe("two stores on one keychain", () => {
  it.each(sharedTokenStoreContract)("$title", (rule) => {
    const keytar = memoryKeytar();
    return rule.check(keychainTokenStore({ keytar }), keychainTokenStore({ keytar }));
  });
});

it("stores records in the Secret Service on Linux, under the chosen service name", async () => {
  vi.spyOn(process, "platform", "get").mockReturnValue("linux");
  await using secrets = await startSecrets();
  const store = keychainTokenStore({ service: "game" });
  vi.restoreAllMocks();
  await store.set("1", "record");
  expect([...secrets.items.keys()]).toEqual([JSON.stringify({ service: "game", username: "1" })]);
  expect(await store.get("1")).toBe("record");
  expect(await store.delete("1")).toBe(true);
  expect(await store.delete("1")).toBe(false);
});

it("stores records under this package's name by default on Linux", async () => {
  vi.spyOn(process, "platform", "get").mockReturnValue("linux");
  await using secrets = await startSecrets();
  const store = keychainTokenStore();
  vi.restoreAllMocks();
  await store.set("1", "record");
  expect([...secrets.items.keys()]).toEqual([JSON.stringify({ service: "slashpass", username: "1" })]);
});

it("loads the package keytar on request, and reports if it is missing", async () => {
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
  ["a\0b", "is a string, but must be a text without NUL"],
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
