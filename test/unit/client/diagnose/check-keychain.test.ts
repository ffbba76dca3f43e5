import { expect, test, vi } from "vitest";
import { checkKeychain } from "../../../../src/client/diagnose/checks.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { contextOf, type Diagnosed, never } from "../../../setup/diagnosed.ts";

/** Treats a memory store as the keychain. */
function keychainContext(diagnosed: Diagnosed = {}) {
  const store = memoryTokenStore();
  return { store, context: { ...contextOf(diagnosed).context, usesKeychain: true, store } };
}

test("writes, reads and deletes an entry", async () => {
  const { context, store } = keychainContext();
  const probe = vi.spyOn(store, "probe");
  expect(await checkKeychain(context, never)).toEqual({
    verdict: "ok",
    found: "An entry was written, read and deleted (memory).",
  });
  expect(probe).toHaveBeenCalledOnce();
});

test("does not access a locked keychain, because that shows a dialog", async () => {
  const { context, store } = keychainContext({ machine: { isKeychainLocked: () => Promise.resolve(true) } });
  const probe = vi.spyOn(store, "probe");
  expect(await checkKeychain(context, never)).toMatchObject({ verdict: "warning" });
  expect(probe).not.toHaveBeenCalled();
});

test("checks a custom store even if the keychain is locked", async () => {
  const isKeychainLocked = vi.fn(() => Promise.resolve(true));
  expect(await checkKeychain(contextOf({ machine: { isKeychainLocked } }).context, never)).toMatchObject({
    verdict: "ok",
  });
  expect(isKeychainLocked).not.toHaveBeenCalled();
});

test("checks a keychain whose lock state is unknown", async () => {
  const { context, store } = keychainContext({
    machine: { isKeychainLocked: () => Promise.reject(new Error("no bus")) },
  });
  const absent = new ClientError({ type: ErrorType.Disabled, code: "keychain_absent", message: "None." });
  vi.spyOn(store, "probe").mockRejectedValue(absent);
  await expect(checkKeychain(context, never)).rejects.toBe(absent);
});
