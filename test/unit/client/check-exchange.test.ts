import { expect, it } from "vitest";
import { checkBelongs, checkExchange } from "../../../src/client/options.ts";

const good = ["1234567890123456789", "c0de", "v".repeat(43), "http://127.0.0.1:1/callback"] as const;

it("accepts the result of Authorize", () => {
  const [applicationId, code, codeVerifier, redirectUri] = good;
  expect(checkExchange(...good)).toEqual({ applicationId, code, codeVerifier, redirectUri });
});

it.each<[number, unknown, string]>([
  [0, 7, "invalid_id"],
  [1, undefined, "missing_code"],
  [1, "", "missing_code"],
  [2, "short", "invalid_code_verifier"],
  [2, 7, "invalid_code_verifier"],
  [3, "callback", "invalid_redirect_uri"],
  [3, null, "invalid_redirect_uri"],
])("rejects argument %i with the value %j: %s", (position, value, code) => {
  const [applicationId, given, verifier, redirectUri] = good.with(position, value as string);
  expect(() => checkExchange(applicationId, given, verifier, redirectUri)).toThrow(
    expect.objectContaining({ type: 6, code }),
  );
});

it("accepts a code of the desktop client without a redirect URI", () => {
  const [applicationId, code, codeVerifier] = good;
  expect(checkExchange(applicationId, code, codeVerifier, undefined)).toHaveProperty(
    "redirectUri",
    undefined,
  );
});

it.each([
  ["of the browser with its redirect URI", good[3], good[3], undefined],
  ["of the desktop client without one", undefined, undefined, undefined],
  ["of the browser without one", undefined, good[3], /^redirectUri is missing/],
  ["of the desktop client with one", good[3], undefined, /^redirectUri must be undefined/],
])("checks the redirect URI of a code %s", (_what, redirectUri, attempted, refusal) => {
  const [applicationId, code, codeVerifier] = good;
  const exchange = checkExchange(applicationId, code, codeVerifier, redirectUri);
  const check = () => checkBelongs(exchange, { scopes: "openid", nonce: undefined, redirectUri: attempted });
  if (refusal) {
    expect(check).toThrow(
      expect.objectContaining({
        code: "invalid_redirect_uri",
        message: expect.stringMatching(refusal) as unknown,
      }),
    );
  } else expect(check).not.toThrow();
  expect(() => checkBelongs(exchange, undefined)).not.toThrow();
});
