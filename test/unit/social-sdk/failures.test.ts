import { describe, expect, it } from "vitest";
import { authorizationFailure, errorOf } from "../../../src/social-sdk/failures.ts";
import type { NativeFailure } from "../../../src/social-sdk/binding.ts";

const secrets = { clean: (text: string) => text, registerTokens: () => undefined };
const operation = { operation: "Refreshing the token", secrets };
const none: NativeFailure = {
  type: 0,
  message: "",
  errorCode: 0,
  status: 0,
  retryable: false,
  retryAfter: 0,
  body: "",
};

describe("errorOf", () => {
  it.each<[name: string, failure: Partial<NativeFailure>, error: object]>([
    [
      "an OAuth error",
      { type: 2, status: 400, message: "invalid_grant" },
      { code: "invalid_grant", status: 400 },
    ],
    ["a rate limit", { type: 2, status: 429, retryAfter: 3 }, { code: "rate_limited", retryAfter: 3 }],
    [
      "a body",
      { type: 2, status: 400, body: '{"code":530010}' },
      { code: "account_linked", errorCode: 530_010 },
    ],
    ["a missing result", { reason: "no_result" }, { code: "invalid_response", type: 2 }],
    ["a failure without a type", { message: "odd" }, { code: "social_sdk_failed", type: 2 }],
    ["an unknown type", { type: 77 }, { code: "social_sdk_failed", type: 2 }],
    ["an unsupported operation", { reason: "unsupported" }, { code: "social_sdk_unavailable", type: 4 }],
  ])("converts %s", (_name, failure, error) => {
    expect(errorOf({ ...none, ...failure }, operation)).toMatchObject(error);
  });
});

describe("authorizationFailure", () => {
  const expected = { scopes: "identify", clean: (text: string) => text };

  it.each<[failure: Partial<NativeFailure>, code: string]>([
    [{ type: 7 }, "access_denied"],
    [{ type: 8, message: "invalid_scope" }, "invalid_scope"],
    [{ type: 8, message: "state mismatch" }, "social_sdk_failed"],
    [{ type: 1 }, "network_error"],
    [{ reason: "no_result" }, "invalid_response"],
  ])("converts %o to %s", (failure, code) => {
    expect(authorizationFailure({ ...none, ...failure }, expected, operation).code).toBe(code);
  });
});
