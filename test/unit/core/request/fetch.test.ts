import { expect, it, onTestFinished, test, vi } from "vitest";
import { loadFetch, userAgent } from "../../../../src/core/request/fetch.ts";
import { readFileSync } from "node:fs";

// test/package/imports.test.ts checks in a separate process that this loads Node's fetch.
it("reads a global that Node loads together with fetch", () => {
  const { Headers } = globalThis;
  const read = vi.fn(() => Headers);
  Object.defineProperty(globalThis, "Headers", { configurable: true, get: read });
  onTestFinished(() => void Object.defineProperty(globalThis, "Headers", { value: Headers }));
  loadFetch();
  expect(read).toHaveBeenCalledOnce();
});

test("has the required format and the package's version", () => {
  const text = readFileSync(new URL("../../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  expect(userAgent).toMatch(/^DiscordBot \(https:\/\/\S+, \d+\.\d+\.\d+\)$/);
  expect(userAgent).toContain(`, ${version})`);
});
