import { expect, test } from "vitest";
import { createContext, hostOf } from "../../../../src/client/diagnose/context.ts";
import { readDiagnoseOptions } from "../../../../src/client/diagnose/options.ts";
import { contextOf, goodMachine } from "../../../setup/diagnosed.ts";

test.each([
  [{}, "http://127.0.0.1/callback"],
  [{ loopback: { port: 5_000 } }, "http://127.0.0.1/callback"],
  [{ loopback: { prefer: "ipv6" as const } }, "http://[::1]/callback"],
  [{ customSchemeParam: "com.example.game" }, "com.example.game:/authorize/callback"],
])("with %j the redirect URI to register is %s", (options, uri) => {
  expect(contextOf({ options }).context.registeredUri).toBe(uri);
});

test("without a store of the game's own it is the keychain that counts", () => {
  const options = readDiagnoseOptions({ applicationId: "123456789012345678" }, "options");
  const context = createContext(options, goodMachine);
  expect(context).toMatchObject({ usesKeychain: true, store: { name: "keychain" } });
  expect(context.service.apiBase).toBe("https://discord.com/api/v10");
  expect(contextOf().context.usesKeychain).toBe(false);
});

test.each([
  [{ apiBase: "http://service.example" }, "invalid_base_url"],
  [{ customSchemeParam: "http" }, "reserved_scheme"],
])("%j is refused before anything is asked", (options, code) => {
  expect(() => contextOf({ options })).toThrow(expect.objectContaining({ code }) as Error);
});

test("an address of version 6 is in brackets", () => {
  expect(hostOf({ hosts: ["::1", "127.0.0.1"], port: 0 })).toBe("[::1]");
});

test("what a store of the game's own throws is not shown", async () => {
  const store = { probe: () => Promise.reject(new Error("secret")) } as never;
  const { context } = contextOf({ options: { store } });
  await expect(context.store.probe()).rejects.toMatchObject({ code: "store_failed" });
});
