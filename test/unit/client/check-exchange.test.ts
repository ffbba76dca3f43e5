import { expect, it } from "vitest";
import { checkExchange } from "../../../src/client/check-exchange.ts";

const good = ["1234567890123456789", "c0de", "v".repeat(43), "http://127.0.0.1:1/callback"] as const;

it("What Authorize returned can be exchanged", () => {
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
  [3, undefined, "invalid_redirect_uri"],
])("Argument %i as %j is refused with %s", (position, value, code) => {
  const [applicationId, given, verifier, redirectUri] = good.with(position, value as string);
  expect(() => checkExchange(applicationId, given, verifier, redirectUri)).toThrow(
    expect.objectContaining({ type: 6, code }),
  );
});
