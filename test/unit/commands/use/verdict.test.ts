import { expect, test } from "vitest";
import { allows, denies } from "../../../../src/commands/use/can-use.ts";

test("a verdict says which rule decided, and why", () => {
  expect(allows("administrator", "Because.")).toEqual({
    allowed: true,
    rule: "administrator",
    reason: "Because.",
  });
  expect(denies("context", "Because not.")).toEqual({
    allowed: false,
    rule: "context",
    reason: "Because not.",
  });
});
