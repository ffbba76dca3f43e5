import { expect, test } from "vitest";
import { finding } from "../../../../src/client/diagnose/finding.ts";

test("escapes control characters", () => {
  expect(finding("ok", "a\u{1b}[2J", "do it")).toEqual({
    verdict: "ok",
    found: String.raw`a\x1b[2J`,
    advice: "do it",
  });
  expect(finding("ok", "a")).not.toHaveProperty("advice");
});
