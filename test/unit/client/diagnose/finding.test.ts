import { expect, test } from "vitest";
import { finding, findingOf } from "../../../../src/client/diagnose/finding.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";

test("escapes control characters", () => {
  expect(finding("ok", "a\u{1b}[2J", "do it")).toEqual({
    verdict: "ok",
    found: String.raw`a\x1b[2J`,
    advice: "do it",
  });
  expect(finding("ok", "a")).not.toHaveProperty("advice");
});

test("shows messages and hints only from library errors", () => {
  const error = new ClientError({
    type: ErrorType.Disabled,
    code: "native_error",
    message: "It is broken.",
    hint: "Mend it.",
  });
  expect(findingOf(error)).toEqual({
    verdict: "failure",
    found: "It is broken.",
    advice: "Mend it.",
    code: "native_error",
  });
  expect(JSON.stringify(findingOf(new Error("secret"), "warning"))).not.toContain("secret");
});
