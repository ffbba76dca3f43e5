import { describe, expect, it } from "vitest";
import { explain } from "../../../../src/cli/session/describe.ts";
import { ClientError, type ErrorCode, ErrorType } from "../../../../src/core/errors.ts";

const { signal } = new AbortController();
const failure = (code: ErrorCode) =>
  new ClientError({ type: ErrorType.Aborted, code, message: "For developers." });

describe("explain", () => {
  it("explains the failure for players, and keeps its code", () => {
    for (const code of [
      "access_denied",
      "timeout",
      "expired_token",
      "keychain_absent",
      "session_ended",
    ] as const) {
      expect(explain(failure(code), signal)).toMatchObject({
        code,
        message: expect.not.stringContaining("developers"),
      });
    }
    expect(explain(failure("timeout"), signal)).toMatchObject({ message: expect.stringContaining("tab") });
  });

  it("returns other errors unchanged", () => {
    for (const error of [failure("network_error"), new Error("x"), "text"])
      expect(explain(error, signal)).toBe(error);
  });

  it("returns `interrupted` if the signal has aborted", () => {
    expect(explain(failure("aborted"), AbortSignal.abort())).toMatchObject({ code: "interrupted" });
  });
});
