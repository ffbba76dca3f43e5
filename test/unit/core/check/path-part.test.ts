import { expect, test } from "vitest";
import { ErrorType } from "../../../../src/core/errors.ts";
import { pathPart, pathPartOf } from "../../../../src/core/request/addresses.ts";

test.each([
  ["", "leads to another address"],
  [".", "leads to another address"],
  ["..", "leads to another address"],
  ["\ud800", "holds half a surrogate pair"],
  ["i-\udfff-1", "holds half a surrogate pair"],
])("rejects %j and names the argument", (text, why) => {
  expect(() => pathPart(text, "instanceId")).toThrow(
    expect.objectContaining({
      type: ErrorType.ValidationError,
      code: "invalid_argument",
      message: `instanceId cannot be part of a request's path: it ${why}.`,
    }),
  );
});

test("returns the string unchanged", () => {
  expect(pathPartOf(5)("a/😀b", "instanceId")).toBe("a/😀b");
  expect(() => pathPartOf(5)("123456", "instanceId")).toThrow("1 to 5 characters");
  expect(() => pathPartOf(5)("..", "instanceId")).toThrow("another address");
});
