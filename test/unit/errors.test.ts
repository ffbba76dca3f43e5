import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ClientError, ErrorType, isClientError } from "../../src/errors.ts";

const error = new ClientError({
  type: ErrorType.HTTPError,
  code: "invalid_grant",
  message: "Refreshing was refused.",
  status: 400,
  hint: "Sign in again.",
});

describe("ClientError", () => {
  it("has the vendor's numbers", () => {
    expect(Object.values(ErrorType)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("shows what is known and nothing that is not", () => {
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

  it("is recognised across copies of the package, and nothing else is", () => {
    const copy = Object.defineProperty({}, Symbol.for("slashpass.ClientError"), { value: true });
    expect([error, copy, new Error("x"), null, "ClientError", undefined].map(isClientError)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
