import { expect, it, onTestFinished, vi } from "vitest";
import { loadFetch } from "../../../../src/core/request/send.ts";

// That Node then has its fetch is tried in a process of its own: test/package/imports.test.ts.
it("asks for what Node loads together with its fetch", () => {
  const { Headers } = globalThis;
  const read = vi.fn(() => Headers);
  Object.defineProperty(globalThis, "Headers", { configurable: true, get: read });
  onTestFinished(() => void Object.defineProperty(globalThis, "Headers", { value: Headers }));
  loadFetch();
  expect(read).toHaveBeenCalledOnce();
});
