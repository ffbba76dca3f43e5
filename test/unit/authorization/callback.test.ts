import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { readCallback } from "../../../src/authorization/callback.ts";

const expected = {
  state: "the-right-state",
  issuer: "https://service.example",
  scopes: "openid identify",
  clean: (text: string) => text.replaceAll("hush", "[redacted]"),
};
const read = (query: string) => readCallback(new URLSearchParams(query), expected);

describe("readCallback", () => {
  it("#31 #36 gives the code that came with the right state, and ignores unknown parameters", () => {
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
    ["code=a&iss=x&iss=x&state=the-right-state", "repeated_parameter"],
  ])("#31 #33 #35 #38 ignores %s (%s), so that it cannot end the flow", (query, reason) => {
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

  it("#36 takes a code of any size and any letters", () => {
    const code = `${"x".repeat(8_000)} ~é/+=&`;
    expect(read(`code=${encodeURIComponent(code)}&state=the-right-state`)).toEqual({ kind: "code", code });
  });

  it("#37 tells a player who said no apart from every other error", () => {
    const denied = read("error=access_denied&error_description=No+thanks&state=the-right-state");
    expect(denied).toMatchObject({
      kind: "error",
      error: { type: 7, code: "access_denied", retryable: false },
    });
    const refused = read("error=invalid_scope&state=the-right-state");
    expect(refused).toMatchObject({ kind: "error", error: { type: 8, code: "invalid_scope" } });
    expect(refused.kind === "error" && refused.error.hint).toContain("Asked for: openid identify");
  });

  it("#37 passes on what the service says, and where it says more", () => {
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

  it("#37 says that a server error may pass", () => {
    expect(read("error=temporarily_unavailable&state=the-right-state")).toMatchObject({
      error: { retryable: true },
    });
  });

  it("#79 masks secrets in what the service says", () => {
    const { error } = read("error=server_error&error_description=hush+now&state=the-right-state") as {
      error: Error;
    };
    expect(error.message).toBe("The service refused the authorization (server_error: [redacted] now).");
    expect(read("error=hush&state=the-right-state")).toMatchObject({ error: { code: "[redacted]" } });
  });

  it("#39 refuses another issuer, also on errors (RFC 9207); the service sends none", () => {
    for (const query of ["code=c", "error=access_denied"]) {
      expect(read(`${query}&iss=https://evil.example&state=the-right-state`)).toMatchObject({
        error: { code: "issuer_mismatch" },
      });
    }
    expect(read("code=c&iss=https://service.example&state=the-right-state")).toMatchObject({ kind: "code" });
  });

  it("ends with an error when the service sends neither code nor error", () => {
    expect(read("state=the-right-state")).toMatchObject({ error: { code: "invalid_callback" } });
    expect(read("code=&state=the-right-state")).toMatchObject({ error: { code: "invalid_callback" } });
  });

  it("says which redirect to register where the application has none", () => {
    const query = new URLSearchParams({
      error: "invalid_request",
      error_description: 'Missing "redirect_uri" in request.',
      state: "the-right-state",
    });
    expect(read(query.toString())).toMatchObject({
      error: {
        code: "invalid_request",
        hint: expect.stringMatching(/^Register a redirect URI .*http:\/\/127\.0\.0\.1\/callback/) as unknown,
      },
    });
  });
});
