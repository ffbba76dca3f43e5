import { expectTypeOf, test } from "vitest";
import {
  ClientError,
  type ClientErrorInit,
  type ErrorCode,
  ErrorType,
  type OtherErrorCode,
} from "../../src/index.ts";

declare const error: ClientError;

test("requires a code to be the library's or to contain a slash", () => {
  expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
  expectTypeOf<ClientErrorInit["code"]>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<OtherErrorCode>().toExtend<ErrorCode>();
  expectTypeOf<string>().not.toExtend<ErrorCode>();
});

test("allows codes as keys in a game's own messages", () => {
  const texts: Partial<Record<ErrorCode, string>> = { timeout: "Too slow.", "my_game/disk_full": "No room." };
  expectTypeOf(texts[error.code]).toEqualTypeOf<string | undefined>();
  // @ts-expect-error -- the code is `timeout`
  const misspelt: Partial<Record<ErrorCode, string>> = { time_out: "Too slow." };
  void misspelt;
});

test("rejects a misspelled code", () => {
  if (error.code === "access_denied") expectTypeOf(error.code).toEqualTypeOf<"access_denied">();
  // @ts-expect-error -- the code is `access_denied`
  if (error.code === "acces_denied") return;
  switch (error.code) {
    case "timeout":
      return;
    // @ts-expect-error -- the code is `invalid_grant`
    case "invalidGrant":
      return;
  }
  // @ts-expect-error -- the code is `invalid_argument`
  void new ClientError({ type: ErrorType.ValidationError, code: "invalid_arg", message: "It is wrong." });
});

test("accepts a game's own code in a constructor and in a switch", () => {
  const code = "my_game/disk_full";
  void new ClientError({ type: ErrorType.Disabled, code, message: "The disk is full." });
  switch (error.code) {
    case "my_game/disk_full":
    case "timeout":
      return;
  }
});

test("compares a server's own code as a string", () => {
  if ((error.code as string) === "their_word") return;
});
