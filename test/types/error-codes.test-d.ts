import { expectTypeOf, test } from "vitest";
import {
  ClientError,
  type ClientErrorInit,
  type ErrorCode,
  ErrorType,
  type OtherErrorCode,
} from "../../src/index.ts";

declare const error: ClientError;

test("a code is one of the library's, or a word of somebody else", () => {
  expectTypeOf(error.code).toEqualTypeOf<ErrorCode | OtherErrorCode>();
  expectTypeOf<ClientErrorInit["code"]>().toEqualTypeOf<ErrorCode | OtherErrorCode>();
  expectTypeOf<string>().not.toExtend<ErrorCode | OtherErrorCode>();
});

test("a misspelt code does not compile", () => {
  if (error.code === "access_denied") expectTypeOf(error.code).toEqualTypeOf<"access_denied">();
  // @ts-expect-error -- it is access_denied
  if (error.code === "acces_denied") return;
  switch (error.code) {
    case "timeout":
      return;
    // @ts-expect-error -- it is invalid_grant
    case "invalidGrant":
      return;
  }
  // @ts-expect-error -- it is invalid_argument
  void new ClientError({ type: ErrorType.ValidationError, code: "invalid_arg", message: "It is wrong." });
});

test("a word of somebody else is asked for as a text, and made with its type", () => {
  const code = "disk_full" as OtherErrorCode;
  void new ClientError({ type: ErrorType.Disabled, code, message: "The disk is full." });
  if ((error.code as string) === "disk_full") return;
});
