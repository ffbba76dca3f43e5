import { describe, expect, it } from "vitest";
import {
  readAuthorizeOptions,
  readClientOptions,
  readDeviceOptions,
  readGetTokenOptions,
  readSignal,
  readSignInOptions,
} from "../../../src/client/options.ts";
import type { Reader } from "../../../src/core/check/readers.ts";

const { signal } = new AbortController();
const onPrompt = () => undefined;

describe("reading options", () => {
  it.each<[string, Reader<unknown>, object]>([
    ["a client", readClientOptions, { applicationId: "1234567890123456789", loopback: { port: 8080 } }],
    ["an authorization", readAuthorizeOptions, { signal, timeoutMs: 1000, redirect: "loopback" }],
    ["a sign-in", readSignInOptions, { scopes: "openid", redirect: "device", onPrompt, account: "first" }],
    ["another device", readDeviceOptions, { onPrompt }],
    ["an exchange", readGetTokenOptions, { nonce: "mine" }],
  ])("accepts the options of %s", (_, read, options) => {
    expect(read(options, "options")).toEqual(options);
  });

  it.each<[string, Reader<unknown>, object, string]>([
    ["a client", readClientOptions, { applicationid: "1" }, "unknown_option"],
    ["a client", readClientOptions, { fetch: 7 }, "invalid_argument"],
    ["an authorization", readAuthorizeOptions, { redirect: "device" }, "invalid_redirect"],
    ["an authorization", readAuthorizeOptions, { timeoutMs: 0 }, "invalid_timeout"],
    ["a sign-in", readSignInOptions, { scopes: 5 }, "invalid_scope"],
    ["a sign-in", readSignInOptions, {}, "missing_scope"],
    ["a sign-in", readSignInOptions, { scopes: "openid", account: "x".repeat(201) }, "invalid_argument"],
    ["another device", readDeviceOptions, {}, "missing_prompt"],
    ["an exchange", readGetTokenOptions, { nonce: "" }, "invalid_nonce"],
    ["every other operation", readSignal as Reader<unknown>, { signal: {} }, "invalid_argument"],
  ])("rejects invalid options of %s (%#)", (_, read, options, code) => {
    expect(() => read(options, "options")).toThrow(expect.objectContaining({ type: 6, code }));
  });

  it("accepts only a signal for all other operations", () => {
    expect(readSignal({ signal })).toBe(signal);
    expect(readSignal({})).toBe(undefined);
  });
});
