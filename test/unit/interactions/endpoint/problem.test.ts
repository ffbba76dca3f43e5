import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { validationError } from "../../../../src/core/errors.ts";
import { createReport, failureCode, type Problem } from "../../../../src/interactions/endpoint/incoming.ts";

afterEach(() => void vi.restoreAllMocks());

const problem: Problem = { code: "handler_failed", message: "A handler failed." };

function capture(): unknown[][] {
  const printed: unknown[][] = [];
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => void printed.push(words));
  return printed;
}

test("prints a problem and its error by default", () => {
  const printed = capture();
  const error = new Error("why");
  createReport()(problem);
  createReport()({ ...problem, error });
  const line = "slashpass: A handler failed. (handler_failed)";
  expect(printed).toEqual([[line], [line, error]]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("no");
    },
  ],
  ["rejects", () => Promise.reject(new Error("no"))],
])("prints the problem if the report function %s", async (_, report) => {
  const printed = capture();
  createReport(report)(problem);
  await setImmediate();
  expect(printed).toHaveLength(1);
});

test("prints nothing if the report function works, and ignores failing output", async () => {
  const printed = capture();
  const told: Problem[] = [];
  createReport((one) => told.push(one))(problem);
  await setImmediate();
  expect([told, printed]).toEqual([[problem], []]);
  vi.spyOn(console, "error").mockImplementation(() => {
    throw new Error("EPIPE");
  });
  expect(() => createReport()(problem)).not.toThrow();
});

test.each([
  [validationError("malformed_payload", "It cannot be read."), "malformed_payload"],
  [validationError("command_mismatch", "It is another."), "command_mismatch"],
  [validationError("invalid_id", "It is no id."), "handler_failed"],
  [new Error("of the game"), "handler_failed"],
  ["malformed_payload", "handler_failed"],
])("maps %s to %s", (error, code) => {
  expect(failureCode(error)).toBe(code);
});
