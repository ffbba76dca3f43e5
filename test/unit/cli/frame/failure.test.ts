import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { exitCodeOf, Failure, misunderstood, tell } from "../../../../src/cli/frame/failure.ts";

describe("tell", () => {
  it.each([
    [
      "a failure",
      new Failure("It broke.", { code: "broken", hint: "Mend it.", details: { at: 3 } }),
      { code: "broken", message: "It broke.", hint: "Mend it.", details: { at: 3 } },
    ],
    [
      "an error of the library",
      new ClientError({
        type: ErrorType.NetworkError,
        code: "server_error",
        message: "Too slow.",
        hint: "Wait.",
      }),
      { code: "server_error", message: "Too slow.", hint: "Wait." },
    ],
    ["another error", new TypeError("No."), { code: "unexpected", message: "No." }],
    [
      "an error without a message",
      new Error(),
      { code: "unexpected", message: "The program failed without a reason." },
    ],
    ["no error", "no", { code: "unexpected", message: "The program failed: no" }],
    ["nothing", null, { code: "unexpected", message: "The program failed: null" }],
  ])("formats %s", (_name, error, told) => {
    expect(tell(error)).toEqual(told);
  });
});

it("exits with 2 for usage errors and with 1 for others", () => {
  expect(
    [misunderstood("What?"), new Failure("No.", { code: "no" }), new Error("no")].map(exitCodeOf),
  ).toEqual([2, 1, 1]);
});

it.each([
  ["set allowUnknownFields: true if", "add --allow-unknown-fields if"],
  ["Name them in guildIds.", "Name them in --permissions-of."],
  ["Continue after retryAfter.", "Continue later."],
  [
    "It needs a token, and the credential has no botToken.",
    "It needs a token, and SLASHPASS_BOT_TOKEN is not set.",
  ],
])("replaces library options with flags and variables in %j", (library, terminal) => {
  const error = new ClientError({ type: 6, code: "invalid_argument", message: library, hint: library });
  expect(tell(error)).toMatchObject({ message: terminal, hint: terminal });
  expect(tell(new Failure(library, { code: "own", hint: library }))).toMatchObject({ message: library });
});
