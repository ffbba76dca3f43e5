import { expect, it } from "vitest";
import { Failure } from "../../../../src/cli/frame/failure.ts";
import { refuseSecrets } from "../../../../src/cli/frame/run-command.ts";

it.each([["--token", "abc"], ["--bot-token=abc"], ["--client-secret=abc"], ["login", "--Password", "abc"]])(
  "rejects a secret without repeating it: %s",
  (...words) => {
    const failure = refusalOf(words);
    expect([failure.code, failure.exitCode]).toEqual(["secret_in_arguments", 2]);
    expect(`${failure.message}${failure.hint}`).not.toContain("abc");
  },
);

it.each([["--tokens"], ["token"], ["--", "--token", "abc"]])("accepts other words: %s", (...words) => {
  expect(() => refuseSecrets(words)).not.toThrow();
});

function refusalOf(words: readonly string[]): Failure {
  try {
    refuseSecrets(words);
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  return expect.unreachable();
}
