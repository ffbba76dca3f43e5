import { afterEach, expect, it, vi } from "vitest";
import { abortedError } from "../../../../src/core/errors.ts";
import { loadAddon } from "../../../../src/native/load.ts";
import { callAddon } from "../../../../src/sign-in/redirect/call-addon.ts";

afterEach(() => vi.restoreAllMocks());

it("returns the result of the addon", () => {
  expect(callAddon((addon) => addon === loadAddon())).toBe(true);
});

it.each([
  ["scheme_taken", { type: 4, retryable: false, hint: expect.stringContaining("replace: true") as unknown }],
  ["scheme_busy", { type: 4, retryable: true }],
  ["invalid_command", { type: 6, retryable: false }],
  ["of_the_system", { type: 4, retryable: false }],
])("wraps the addon's failure %s", (code, expected) => {
  const fail = () => {
    throw Object.assign(new Error("it failed"), { code });
  };
  expect(() => callAddon(fail)).toThrow(expect.objectContaining({ code, message: "it failed", ...expected }));
});

it("rethrows errors of the library unchanged", () => {
  const ours = abortedError("Opening the scheme");
  const fail = () => {
    throw ours;
  };
  expect(() => callAddon(fail)).toThrow(ours);
});

it("uses `native_error` for a failure without a code", () => {
  const fail = () => {
    throw new Error("it failed");
  };
  expect(() => callAddon(fail)).toThrow(expect.objectContaining({ type: 4, code: "native_error" }));
});
