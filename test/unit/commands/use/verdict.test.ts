import { expect, test } from "vitest";
import { allows, denies } from "../../../../src/commands/use/can-use.ts";

test("contains the deciding rule and the reason", () => {
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
