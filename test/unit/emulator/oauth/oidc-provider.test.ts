import { afterEach, expect, it, vi } from "vitest";
import { loadQuietly, loadOidcProvider } from "../../../../src/emulator/oauth/oidc-provider.ts";

const console: { warn: (...words: unknown[]) => void } = globalThis.console;
const { warn } = console;
const parse = Object.getOwnPropertyDescriptor(URL, "parse");
afterEach(() => {
  vi.restoreAllMocks();
  if (parse) Object.defineProperty(URL, "parse", parse);
});

it("loads once and restores `console.warn`", async () => {
  const loaded = await Promise.all([loadOidcProvider(), loadOidcProvider()]);
  expect(loaded[0]).toBe(loaded[1]);
  expect(console.warn).toBe(warn);
});

it("rethrows errors, hides only its own warnings, and restores `console.warn`", async () => {
  const received = vi.spyOn(console, "warn").mockReturnValue();
  const broken = loadQuietly(async () => {
    console.warn("oidc-provider WARNING: x");
    console.warn("Something else");
    throw new Error("broken");
  });
  await expect(broken).rejects.toThrow("broken");
  expect(received.mock.calls).toEqual([["Something else"]]);
  expect(console.warn).toBe(received);
});

it("adds `URL.parse` if Node lacks it", async () => {
  Reflect.deleteProperty(URL, "parse");
  await loadQuietly(() => import("oidc-provider"));
  expect(URL.parse("https://game.example/a")?.pathname).toBe("/a");
  expect(URL.parse("b", "https://game.example/")?.pathname).toBe("/b");
  expect(URL.parse("nowhere")).toBeNull();
});
