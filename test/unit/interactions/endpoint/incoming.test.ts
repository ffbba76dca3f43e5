import { afterEach, expect, test, vi } from "vitest";
import { validationError } from "../../../../src/core/errors.ts";
import {
  createReport,
  failureCode,
  headersOf,
  type Problem,
  tooSlow,
  within,
} from "../../../../src/interactions/endpoint/incoming.ts";
import { jsonAnswer } from "../../../../src/interactions/endpoint/endpoint.ts";

afterEach(() => void vi.restoreAllMocks());

const problem: Problem = { code: "handler_failed", message: "A handler failed." };

function capture(): unknown[][] {
  const printed: unknown[][] = [];
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => void printed.push(args));
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
  [validationError("malformed_payload", "It cannot be read."), "malformed_payload"],
  [validationError("command_mismatch", "It is another."), "command_mismatch"],
  [validationError("invalid_id", "It is no id."), "handler_failed"],
  [new Error("of the game"), "handler_failed"],
  ["malformed_payload", "handler_failed"],
])("maps the error %s to the problem %s", (error, code) => {
  expect(failureCode(error)).toBe(code);
});

test("passes on a result or an error that arrives in time", async () => {
  expect(await within(1000, 5)).toBe(5);
  expect(await within(1000, Promise.resolve(5))).toBe(5);
  await expect(within(1000, Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("returns `tooSlow` after the timeout and leaves no timer", async () => {
  // Fake timers exclude timers left behind by earlier files in this process.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const slow = within(1000, new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await slow).toBe(tooSlow);
    await within(1000, 5);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("sets content-type for a body and allow for a 405, in a separate object for each call", () => {
  const answer = jsonAnswer({ type: 1 });
  expect(answer).toEqual({ status: 200, body: '{"type":1}' });
  for (const _ of [1, 2]) {
    const all = [answer, { status: 405 }, { status: 401 }].map(headersOf);
    expect(all).toEqual([{ "content-type": "application/json" }, { allow: "POST" }, {}]);
    for (const headers of all) headers["x-other"] = "1";
  }
});
