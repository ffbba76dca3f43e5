import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { exitCodeOf, Failure, misunderstood, describeError } from "../../../../src/cli/frame/failure.ts";
import { Authorizer } from "../../../../src/core/request/authorizer.ts";
import { waitTooLong } from "../../../../src/core/request/wait-budget.ts";
import { wouldEmptyScope } from "../../../../src/commands/plan/plan-commands.ts";
import { parseSnapshot } from "../../../../src/commands/snapshot.ts";
import { addonUnavailable } from "../../../../src/native/load.ts";
import { callAddon } from "../../../../src/sign-in/redirect/call-addon.ts";
import { keychainError, keychainTimeout } from "../../../../src/store/keyring.ts";

describe("describeError", () => {
  it.each([
    [
      "a failure",
      new Failure("It broke.", { code: "broken", hint: "Mend it.", details: { at: 3 } }),
      { code: "broken", message: "It broke.", hint: "Mend it.", details: { at: 3 } },
    ],
    [
      "a library error",
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
      { code: "unexpected", message: "The program failed for an unknown reason." },
    ],
    ["a thrown string", "no", { code: "unexpected", message: "The program failed: no" }],
    ["null", null, { code: "unexpected", message: "The program failed: null" }],
  ])("formats %s", (_name, error, printed) => {
    expect(describeError(error)).toEqual(printed);
  });
});

it("exits with 2 for usage errors and with 1 for all others", () => {
  expect(
    [misunderstood("What?"), new Failure("No.", { code: "no" }), new Error("no")].map(exitCodeOf),
  ).toEqual([2, 1, 1]);
});

it.each([
  ["set allowUnknownFields: true if", "add --allow-unknown-fields if"],
  ["List them in guildIds.", "List them in --permissions-of."],
  ["Continue after retryAfter seconds.", "Continue later."],
  [
    "It needs a token, and the credential has no botToken.",
    "It needs a token, and SLASHPASS_BOT_TOKEN is not set.",
  ],
])("replaces library options with flags and variables in %j", (library, terminal) => {
  const error = new ClientError({ type: 6, code: "invalid_argument", message: library, hint: library });
  expect(describeError(error)).toMatchObject({ message: terminal, hint: terminal });
  expect(describeError(new Failure(library, { code: "own", hint: library }))).toMatchObject({
    message: library,
  });
});

/** Matches identifiers and calls, which are useless on the command line. */
const ofCode = /\b[a-z]+[A-Z]\w*|\w\(\{|: \[|\b(pass|Pass|Call|Client)\b/;
const authorizer = new Authorizer({ botToken: undefined, client: undefined, userToken: undefined }, {
  onSecret: () => undefined,
} as never);
const ask = (access: "application" | "bot" | { scope: string }) => () =>
  authorizer.authorize(access, { operation: "Reading", signal: undefined });
const throwing = (error: unknown) => () => {
  throw error;
};

it.each<[string, () => unknown]>([
  ["a missing bot token", ask("bot")],
  ["a missing application token", ask("application")],
  ["a missing player token", ask({ scope: "applications.commands.permissions.update" })],
  ["a wait that is too long", throwing(waitTooLong("Reading", 1000, "repetition"))],
  ["an empty command list", throwing(wouldEmptyScope("The plan"))],
  ["a file that is not a snapshot", () => parseSnapshot({}, { scope: "global" })],
  ["a missing addon", throwing(addonUnavailable([], "everywhere"))],
  ["a missing keychain", throwing(keychainError("Reading", "no D-Bus"))],
  ["a keychain that times out", throwing(keychainTimeout("Reading", 1000))],
  [
    "another program's scheme",
    () => callAddon(throwing(Object.assign(new Error("Taken."), { code: "scheme_taken" })) as () => void),
  ],
])("adapts a hint to the command line: %s", async (_name, fail) => {
  const error: unknown = await Promise.resolve()
    .then(fail)
    .catch((reason: unknown) => reason);
  expect((error as { hint: string }).hint).toMatch(/[a-z]/);
  expect(describeError(error).hint).toEqual(expect.not.stringMatching(ofCode));
  expect(describeError(error).hint).not.toBe((error as { hint: string }).hint);
});
