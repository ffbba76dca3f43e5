import { describe, expect, it } from "vitest";
import {
  readAuthorizeOptions,
  readClientOptions,
  readDeviceOptions,
  readGetTokenOptions,
  readService,
  readSignInOptions,
} from "../../../src/client/options.ts";
import type { Reader } from "../../../src/core/check/readers.ts";

const { signal } = new AbortController();
const onPrompt = () => undefined;

describe("options", () => {
  it.each<[string, Reader<unknown>, object]>([
    ["a client", readClientOptions, { applicationId: "1234567890123456789", loopback: { port: 8080 } }],
    ["an authorization", readAuthorizeOptions, { signal, timeoutMs: 1000, redirect: "loopback" }],
    ["a sign-in", readSignInOptions, { scopes: "openid", redirect: "device", onPrompt, account: "first" }],
    ["another device", readDeviceOptions, { onPrompt }],
    ["an exchange", readGetTokenOptions, { nonce: "mine" }],
  ])("are accepted for %s", (_, read, options) => {
    expect(read(options, "options")).toEqual(options);
  });

  it.each<[string, Reader<unknown>, object, string]>([
    ["a client", readClientOptions, { fetch: 7 }, "invalid_argument"],
    ["a sign-in", readSignInOptions, { scopes: 5 }, "invalid_scope"],
    ["a sign-in", readSignInOptions, { scopes: "openid", account: "x".repeat(201) }, "invalid_argument"],
    ["an exchange", readGetTokenOptions, { nonce: "" }, "invalid_nonce"],
  ])("are rejected for %s if invalid (%#)", (_, read, options, code) => {
    expect(() => read(options, "options")).toThrow(expect.objectContaining({ type: 6, code }));
  });
});

it("derives all addresses from the two base URLs", () => {
  const bases = { apiBase: "https://api.example/v10/", webBase: "https://web.example" };
  expect(readService(readClientOptions(bases, "options"))).toEqual({
    issuer: "https://web.example",
    authorizationEndpoint: "https://web.example/oauth2/authorize",
    tokenEndpoint: "https://api.example/v10/oauth2/token",
    revocationEndpoint: "https://api.example/v10/oauth2/token/revoke",
    apiBase: "https://api.example/v10",
    insecure: false,
    isReal: false,
  });
});

it.each([{ apiBase: "https://api.example" }, { webBase: "https://web.example" }])(
  "rejects %j alone, because the code could be sent to another service",
  (bases) => {
    expect(() => readService(bases)).toThrow(expect.objectContaining({ code: "invalid_base_url" }));
  },
);

it.each([
  ["https://discord.com", true],
  ["https://canary.discord.com", true],
  ["https://discord.com.example", false],
  ["https://notdiscord.com", false],
  ["http://127.0.0.1:8181", false],
])("detects whether %s is the real service: %s", (web, isReal) => {
  expect(readService({ apiBase: "https://discord.com/api/v10", webBase: web }).isReal).toBe(isReal);
});
