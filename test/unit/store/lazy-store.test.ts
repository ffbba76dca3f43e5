import { expect, it, vi } from "vitest";
import { tokenStoreContract } from "../../../src/store/contract.ts";
import { memoryTokenStore, isOwnStore, lazyStore } from "../../../src/store/token-store.ts";

const late = () => lazyStore("memory", () => Promise.resolve(memoryTokenStore()));

it.each(tokenStoreContract)("$title", (rule) => rule.check(late()));

it("loads the store once, on the first call", async () => {
  const load = vi.fn(() => Promise.resolve(memoryTokenStore()));
  const store = lazyStore("memory", load);
  expect(store.name).toBe("memory");
  expect(isOwnStore(store)).toBe(true);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([store.set("a", "1"), store.get("a")]);
  expect(await store.get("a")).toBe("1");
  expect(load).toHaveBeenCalledOnce();
});

it("retries loading on the next call after a failure", async () => {
  const load = vi.fn(() => Promise.resolve(memoryTokenStore()));
  load.mockRejectedValueOnce(new Error("Cannot find module"));
  const store = lazyStore("memory", load);
  await expect(store.probe()).rejects.toThrow("Cannot find module");
  await expect(store.probe()).resolves.toBeUndefined();
});
