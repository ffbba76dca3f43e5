import { describe, expect, it } from "vitest";
import { readCallback } from "../../../src/authorization/callback.ts";

const expected = {
  state: "the-right-state",
  issuer: "https://service.example",
  issuerPromised: false,
  scopes: "openid identify",
  clean: (text: string) => text.replaceAll("hush", "[redacted]"),
};
const read = (query: string, changes: Partial<typeof expected> = {}) =>
  readCallback(new URLSearchParams(query), { ...expected, ...changes });

describe("readCallback", () => {
  it("gives the code that came with the right state, and ignores unknown parameters", () => {
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
  ])("ignores %s (%s), so that it cannot end the flow", (query, reason) => {
    expect(read(query)).toEqual({ kind: "ignored", reason });
  });

  it("tells a player who said no apart from every other error", () => {
    const denied = read("error=access_denied&error_description=No+thanks&state=the-right-state");
    expect(denied).toMatchObject({
      kind: "error",
      error: { type: 7, code: "access_denied", retryable: false },
    });
    const refused = read("error=invalid_scope&state=the-right-state");
    expect(refused).toMatchObject({ kind: "error", error: { type: 8, code: "invalid_scope" } });
    expect(refused.kind === "error" && refused.error.hint).toContain("Asked for: openid identify");
  });

  it("says that a server error may pass", () => {
    expect(read("error=temporarily_unavailable&state=the-right-state")).toMatchObject({
      error: { retryable: true },
    });
  });

  it("masks secrets in what the service says", () => {
    const { error } = read("error=server_error&error_description=hush+now&state=the-right-state") as {
      error: Error;
    };
    expect(error.message).toBe("The service refused the authorization (server_error: [redacted] now).");
  });

  it("refuses another issuer, also on errors, and a missing one where it is promised (RFC 9207)", () => {
    for (const query of ["code=c", "error=access_denied"]) {
      expect(read(`${query}&iss=https://evil.example&state=the-right-state`)).toMatchObject({
        error: { code: "issuer_mismatch" },
      });
      expect(read(`${query}&state=the-right-state`, { issuerPromised: true })).toMatchObject({
        error: { code: "issuer_mismatch" },
      });
    }
    expect(read("code=c&iss=https://service.example&state=the-right-state")).toMatchObject({ kind: "code" });
  });

  it("ends with an error when the service sends neither code nor error", () => {
    expect(read("state=the-right-state")).toMatchObject({ error: { code: "invalid_callback" } });
    expect(read("code=&state=the-right-state")).toMatchObject({ error: { code: "invalid_callback" } });
  });
});
