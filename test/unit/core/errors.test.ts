import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  ClientError,
  cut,
  ErrorType,
  escapeControls,
  isClientError,
  type OtherErrorCode,
} from "../../../src/core/errors.ts";

const error = new ClientError({
  type: ErrorType.HTTPError,
  code: "invalid_grant",
  message: "Refreshing was refused.",
  status: 400,
  hint: "Sign in again.",
});

describe("escapeControls", () => {
  it("escapes line breaks and terminal control characters", () => {
    expect(escapeControls("one\ntwo\u001b[2J\u0000")).toBe("one\\x0atwo\\x1b[2J\\x00");
    expect(escapeControls("Grüße 🎮 עברית")).toBe("Grüße 🎮 עברית");
  });
});

describe("ClientError", () => {
  it("enumerates only the fields that are set", () => {
    expect(Object.keys(error)).toEqual(["type", "code", "retryable", "hint", "status"]);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "ClientError",
      message: "Refreshing was refused.",
      type: 2,
      code: "invalid_grant",
      retryable: false,
      hint: "Sign in again.",
      status: 400,
    });
    expect(inspect(error)).toContain("ClientError: Refreshing was refused.");
  });

  it("escapes control characters in every string, but keeps the message's line breaks", () => {
    const hostile = "red\u001b[31m\r\u0007\u009b\u202e\u2028end";
    const printed = "red\\x1b[31m\\x0d\\x07\\x9b\\u202e\\u2028end";
    const made = new ClientError({
      type: ErrorType.HTTPError,
      code: hostile as OtherErrorCode,
      message: `first ${hostile}\nsecond ${hostile}`,
      hint: hostile,
      responseBody: hostile,
    });
    expect(made.message).toBe(`first ${printed}\nsecond ${printed}`);
    expect([made.code, made.hint, made.responseBody]).toEqual([printed, printed, printed]);
    // oxlint-disable-next-line no-control-regex -- searches for control characters
    const acting = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
    for (const text of [made.stack, inspect(made, { colors: false }), JSON.stringify(made)]) {
      expect(text).not.toMatch(acting);
    }
  });

  it.each([
    ["nothing", undefined, "type"],
    ["no type", { code: "x", message: "x" }, "type"],
    ["no code", { type: 1, message: "x" }, "code"],
    ["no message", { type: 1, code: "x" }, "message"],
    ["a hint that is not a string", { type: 1, code: "x", message: "x", hint: 5 }, "hint"],
  ])("rejects %s", (_case, init, field) => {
    expect(() => new ClientError(init as never)).toThrow(`init.${field} is not valid for a ClientError`);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("ignores a retryAfter of %d seconds", (retryAfter) => {
    const made = new ClientError({ type: ErrorType.HTTPError, code: "http_error", message: "x", retryAfter });
    expect(Object.keys(made)).toEqual(["type", "code", "retryable"]);
  });

  it("is recognized across copies of the package", () => {
    const copy = Object.defineProperty({}, Symbol.for("slashpass.ClientError"), { value: true });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect([error, copy, new Error("x"), null, "ClientError", undefined, proxy].map(isClientError)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("cut", () => {
  it.each([
    ["Ada", 5, "Ada"],
    ["Grüße", 3, "Grü"],
    ["ab🎲", 3, "ab"],
    ["ab🎲", 4, "ab🎲"],
    ["🎲", 1, ""],
  ])("shortens %j to at most %i units without splitting a character: %j", (text, most, beginning) => {
    expect(cut(text, most)).toBe(beginning);
  });
});
