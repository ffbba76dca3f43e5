import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { readCallback } from "../../../src/sign-in/callback.ts";

const expected = {
  state: "the-right-state",
  issuer: "https://service.example",
  scopes: "openid identify",
  clean: (text: string) => text.replaceAll("hush", "[redacted]"),
};
const read = (query: string) => readCallback(new URLSearchParams(query), expected);

describe("readCallback", () => {
  it("#31 #36 returns the code with the right state, and ignores unknown parameters", () => {
    expect(read("code=c0de&state=the-right-state&session_state=x&foo=1&foo=2")).toEqual({
      kind: "code",
      code: "c0de",
    });
  });

  it.each([
    ["code=c", "missing_state"],
    ["error=access_denied", "missing_state"],
    ["code=c&state=wrong", "wrong_state"],
    ["code=c&state=", "wrong_state"],
    ["error=access_denied&state=the-right-stat", "wrong_state"],
    ["code=a&code=b&state=the-right-state", "repeated_parameter"],
    ["code=a&state=the-right-state&state=the-right-state", "repeated_parameter"],
    ["error=a&error=b&state=the-right-state", "repeated_parameter"],
    ["error=a&error_description=b&error_description=b&state=the-right-state", "repeated_parameter"],
    ["error=a&error_uri=b&error_uri=b&state=the-right-state", "repeated_parameter"],
    ["code=a&iss=x&iss=x&state=the-right-state", "repeated_parameter"],
  ])("#31 #33 #35 #38 ignores %s (%s), which therefore cannot end the flow", (query, reason) => {
    expect(read(query)).toEqual({ kind: "ignored", reason });
  });

  it("#32 compares digests of equal length, whatever the length of the state", () => {
    const compare = vi.spyOn(crypto, "timingSafeEqual");
    syncBuiltinESMExports();
    for (const state of ["the-right-state", "x", "", "y".repeat(10_000), "the-right-stat\u00e9"]) {
      read(`code=c&state=${encodeURIComponent(state)}`);
    }
    expect(compare.mock.calls.flat().map((side) => side.byteLength)).toEqual(Array(10).fill(32));
    compare.mockRestore();
    syncBuiltinESMExports();
  });

  it("#36 accepts a code of any size and with any characters", () => {
    const code = `${"x".repeat(8_000)} ~é/+=&`;
    expect(read(`code=${encodeURIComponent(code)}&state=the-right-state`)).toEqual({ kind: "code", code });
  });

  it("#37 distinguishes a player's refusal from every other error", () => {
    const denied = read("error=access_denied&error_description=No+thanks&state=the-right-state");
    expect(denied).toMatchObject({
      kind: "error",
      error: { type: 7, code: "access_denied", retryable: false },
    });
    const refused = read("error=invalid_scope&state=the-right-state");
    expect(refused).toMatchObject({ kind: "error", error: { type: 8, code: "invalid_scope" } });
    expect(refused.kind === "error" && refused.error.hint).toContain("Requested: openid identify");
  });

  it("#37 includes the service's description, and its link as the hint", () => {
    const query = "error=server_error&error_description=Down+for+a+while&state=the-right-state";
    expect(read(`${query}&error_uri=https://service.example/why%3Fhush`)).toMatchObject({
      error: {
        code: "server_error",
        message: "The service refused the authorization (server_error: Down for a while).",
        hint: "The service explains it at https://service.example/why?[redacted]",
      },
    });
    expect(read(`${query}&error_uri=javascript:alert(1)`)).not.toHaveProperty("error.hint");
  });

  it.each([
    ["server_error", true],
    ["temporarily_unavailable", true],
    ["invalid_scope", false],
    ["unauthorized_client", false],
  ])("#37 marks errors as retryable: %s, %j", (error, retryable) => {
    expect(read(`error=${error}&state=the-right-state`)).toMatchObject({ error: { retryable } });
  });

  it.each([
    ["invalid_scope", /^Requested: openid identify\. Enable .* The service explains it at https:/],
    ["unauthorized_client", /^Check the application id .* The service explains it at https:/],
    ["temporarily_unavailable", /^Try again later\. The service explains it at https:/],
    ["server_error", /^The service explains it at https:/],
  ])("#37 explains how to fix %s and includes the service's link", (error, hint) => {
    const query = `error=${error}&error_uri=https://service.example/why&state=the-right-state`;
    expect(read(query)).toMatchObject({ error: { hint: expect.stringMatching(hint) as unknown } });
  });

  it("#37 quotes the service's description unchanged, without its final period", () => {
    const description = encodeURIComponent("Version 1.5 is down. It will be back.");
    expect(read(`error=server_error&error_description=${description}&state=the-right-state`)).toMatchObject({
      error: {
        message:
          "The service refused the authorization (server_error: Version 1.5 is down. It will be back).",
      },
    });
  });

  it.each([
    "invalid_request",
    "unauthorized_client",
    "access_denied",
    "unsupported_response_type",
    "invalid_scope",
    "server_error",
    "temporarily_unavailable",
  ])("#79 does not redact the error code %s even if a secret has the same spelling", (word) => {
    const clean = () => "[redacted]";
    const query = new URLSearchParams({ error: word, state: expected.state });
    expect(readCallback(query, { ...expected, clean })).toMatchObject({
      error: { code: word, message: expect.stringContaining(`(${word})`) as unknown },
    });
  });

  it("#79 redacts secrets in the service's description", () => {
    const { error } = read("error=server_error&error_description=hush+now&state=the-right-state") as {
      error: Error;
    };
    expect(error.message).toBe("The service refused the authorization (server_error: [redacted] now).");
    expect(read("error=hush&state=the-right-state")).toMatchObject({ error: { code: "[redacted]" } });
  });

  it("#39 rejects another issuer, also on errors (RFC 9207); the service sends no issuer", () => {
    for (const query of ["code=c", "error=access_denied"]) {
      expect(read(`${query}&iss=https://evil.example&state=the-right-state`)).toMatchObject({
        kind: "error",
        error: { type: 8, code: "issuer_mismatch", retryable: false },
      });
    }
    expect(read("code=c&iss=https://service.example&state=the-right-state")).toMatchObject({ kind: "code" });
  });

  it("returns an error if the redirect has neither code nor error", () => {
    const error = { type: 8, code: "invalid_callback", retryable: true };
    expect(read("state=the-right-state")).toMatchObject({ kind: "error", error });
    expect(read("code=&state=the-right-state")).toMatchObject({ kind: "error", error });
  });

  it.each(['Missing "redirect_uri" in request.', "missing redirect_uri"])(
    "names the redirect to register if the application has none: %s",
    (error_description) => {
      const query = new URLSearchParams({
        error: "invalid_request",
        error_description,
        state: "the-right-state",
      });
      expect(read(query.toString())).toMatchObject({
        error: {
          code: "invalid_request",
          hint: expect.stringMatching(
            /^Register a redirect URI .*http:\/\/127\.0\.0\.1\/callback/,
          ) as unknown,
        },
      });
    },
  );
});

it("suggests the known scope for a misspelled one", () => {
  const misspelt = readCallback(new URLSearchParams("error=invalid_scope&state=the-right-state"), {
    ...expected,
    scopes: "openid identfy new.scope",
  });
  expect(misspelt.kind === "error" && misspelt.error.hint).toMatch(
    /^Requested: openid identfy new\.scope\. identfy is no known scope: did you mean identify\? Enable/,
  );
});
