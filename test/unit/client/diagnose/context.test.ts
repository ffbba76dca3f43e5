import { expect, test } from "vitest";
import { createContext, hostOf } from "../../../../src/client/diagnose/context.ts";
import { readDiagnoseOptions } from "../../../../src/client/diagnose/options.ts";
import { contextOf, goodMachine } from "../../../setup/diagnosed.ts";

test.each([
  [{}, "http://127.0.0.1/callback"],
  [{ loopback: { port: 5_000 } }, "http://127.0.0.1/callback"],
  [{ loopback: { prefer: "ipv6" as const } }, "http://[::1]/callback"],
  [{ customSchemeParam: "com.example.game" }, "com.example.game:/authorize/callback"],
])("computes with %j the redirect URI %s", (options, uri) => {
  expect(contextOf({ options }).context.registeredUri).toBe(uri);
});

test("uses the keychain without a custom store", () => {
  const options = readDiagnoseOptions({ applicationId: "123456789012345678" }, "options");
  const context = createContext(options, goodMachine);
  expect(context).toMatchObject({ usesKeychain: true, store: { name: "keychain" } });
  expect(context.service.apiBase).toBe("https://discord.com/api/v10");
  expect(contextOf().context.usesKeychain).toBe(false);
});

test.each([
  [{ apiBase: "http://service.example" }, "invalid_base_url"],
  [{ customSchemeParam: "http" }, "reserved_scheme"],
])("rejects %j before it sends a request", (options, code) => {
  expect(() => contextOf({ options })).toThrow(expect.objectContaining({ code }) as Error);
});

test("encloses an IPv6 address in brackets", () => {
  expect(hostOf({ hosts: ["::1", "127.0.0.1"], port: 0 })).toBe("[::1]");
});

test("hides errors of a custom store", async () => {
  const store = { probe: () => Promise.reject(new Error("secret")) } as never;
  const { context } = contextOf({ options: { store } });
  await expect(context.store.probe()).rejects.toMatchObject({ code: "store_failed" });
});
