import { expect, test, vi } from "vitest";
import { checkKeychain } from "../../../../src/client/diagnose/checks.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { contextOf, type Diagnosed, never } from "../../../setup/diagnosed.ts";

/** The keychain is one that only the test has. */
function keychainContext(diagnosed: Diagnosed = {}) {
  const store = memoryTokenStore();
  return { store, context: { ...contextOf(diagnosed).context, usesKeychain: true, store } };
}

test("an entry is written, read and deleted", async () => {
  const { context, store } = keychainContext();
  const probe = vi.spyOn(store, "probe");
  expect(await checkKeychain(context, never)).toEqual({
    verdict: "ok",
    found: "An entry was written, read and deleted (memory).",
  });
  expect(probe).toHaveBeenCalledOnce();
});

test("a locked keychain is left alone, since it would show a dialog", async () => {
  const { context, store } = keychainContext({ machine: { isKeychainLocked: () => Promise.resolve(true) } });
  const probe = vi.spyOn(store, "probe");
  expect(await checkKeychain(context, never)).toMatchObject({ verdict: "warning" });
  expect(probe).not.toHaveBeenCalled();
});

test("a store of the game's own is tested, locked keychain or not", async () => {
  const isKeychainLocked = vi.fn(() => Promise.resolve(true));
  expect(await checkKeychain(contextOf({ machine: { isKeychainLocked } }).context, never)).toMatchObject({
    verdict: "ok",
  });
  expect(isKeychainLocked).not.toHaveBeenCalled();
});

test("a keychain that cannot be asked whether it is locked is tested", async () => {
  const { context, store } = keychainContext({
    machine: { isKeychainLocked: () => Promise.reject(new Error("no bus")) },
  });
  const absent = new ClientError({ type: ErrorType.Disabled, code: "keychain_absent", message: "None." });
  vi.spyOn(store, "probe").mockRejectedValue(absent);
  await expect(checkKeychain(context, never)).rejects.toBe(absent);
});
