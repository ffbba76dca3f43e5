import { afterEach, expect, it, vi } from "vitest";
import { importProvider, loadOidcProvider } from "../../../../src/emulator/oauth/oidc-provider.ts";

const console: { warn: (...words: unknown[]) => void } = globalThis.console;
const { warn } = console;
const parse = Object.getOwnPropertyDescriptor(URL, "parse");
afterEach(() => {
  vi.restoreAllMocks();
  if (parse) Object.defineProperty(URL, "parse", parse);
});

it("is loaded once, and leaves the console as it was", async () => {
  const loaded = await Promise.all([loadOidcProvider(), loadOidcProvider()]);
  expect(loaded[0]).toBe(loaded[1]);
  expect(console.warn).toBe(warn);
});

it("says what to install when it is not there, and leaves the console as it was", async () => {
  await expect(importProvider("a-package-that-is-not-there")).rejects.toMatchObject({
    code: "oidc_provider_missing",
    hint: "Run `npm install --save-dev oidc-provider`.",
  });
  expect(console.warn).toBe(warn);
});

it("that breaks while it loads is not said to be missing, and only its own warnings are kept quiet", async () => {
  const heard = vi.spyOn(console, "warn").mockReturnValue();
  const source =
    'console.warn("oidc-provider WARNING: x"); console.warn("Something else"); throw new Error("broken");';
  const broken = importProvider(`data:text/javascript,${encodeURIComponent(source)}`);
  await expect(broken).rejects.toThrow("broken");
  expect(heard.mock.calls).toEqual([["Something else"]]);
});

it("finds the one function of newer Nodes that it uses", async () => {
  Reflect.deleteProperty(URL, "parse");
  await importProvider("oidc-provider");
  expect(URL.parse("https://game.example/a")?.pathname).toBe("/a");
  expect(URL.parse("b", "https://game.example/")?.pathname).toBe("/b");
  expect(URL.parse("nowhere")).toBeNull();
});
