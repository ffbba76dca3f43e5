import { expect, it, onTestFinished, vi } from "vitest";
import { loadFetch } from "../../../../src/core/request/fetch.ts";

// test/package/imports.test.ts checks in a separate process that this loads Node's fetch.
it("reads a global that Node loads together with fetch", () => {
  const { Headers } = globalThis;
  const read = vi.fn(() => Headers);
  Object.defineProperty(globalThis, "Headers", { configurable: true, get: read });
  onTestFinished(() => void Object.defineProperty(globalThis, "Headers", { value: Headers }));
  loadFetch();
  expect(read).toHaveBeenCalledOnce();
});
