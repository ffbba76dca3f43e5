import { inspect } from "node:util";
import { expect, it } from "vitest";
import { keychainError } from "../../../src/store/keyring.ts";
import { keychainTokenStore } from "../../../src/store/own-stores.ts";

it.each([
  ["keychain_locked", "Couldn't access platform storage: Secret Service: unlock prompt was dismissed"],
  ["keychain_locked", "Cannot create an item in a locked collection"],
  ["keychain_locked", "User interaction is not allowed."],
  ["keychain_denied", "User canceled the operation."],
  ["keychain_denied", "The user name or passphrase you entered is not correct."],
  ["keychain_denied", "Platform failure: DBus error: Access denied"],
  ["keychain_absent", "Couldn't access platform storage: Secret Service: no result found"],
  ["keychain_absent", "The name org.freedesktop.secrets was not provided by any .service files"],
  ["keychain_absent", "Cannot autolaunch D-Bus without X11 $DISPLAY"],
  [
    "keychain_binding_missing",
    "Cannot find native binding. npm has a bug related to optional dependencies (https://github.com/npm/cli/issues/4828). " +
      "Please try `npm i` again after removing both package-lock.json and node_modules directory.",
  ],
  ["keychain_binding_missing", "cannot find the package @napi-rs/keyring."],
  ["keychain_failed", "The stub received bad data."],
])("returns %s for the keychain's message: %s", (code, text) => {
  const error = keychainError("Reading", text);
  expect(error).toMatchObject({ type: 4, code, retryable: code === "keychain_locked" });
  expect(error.message).toContain(text.slice(0, 200));
  expect(error.hint).toBeTruthy();
});

it("explains which package to install, and where, if the binding is missing", () => {
  const { message, hint } = keychainError("Reading", "cannot find the package @napi-rs/keyring.");
  expect(message).toContain("the binding to the keychain of the system is missing");
  expect(hint).toMatch(
    /Install @napi-rs\/keyring with its optional dependencies.*node_modules beside the bundle/,
  );
});

it("hides a record that the keychain quotes in its error", async () => {
  const keytar = {
    getPassword: () => Promise.resolve(null),
    setPassword: (_: string, __: string, password: string) =>
      Promise.reject(new Error(`no room for ${password}`)),
    deletePassword: () => Promise.resolve(true),
  };
  const error: unknown = await keychainTokenStore({ keytar })
    .set("a", "the-record")
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "keychain_failed" });
  expect(inspect(error)).not.toContain("the-record");
});
