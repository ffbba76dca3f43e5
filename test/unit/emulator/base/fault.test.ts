import { describe, expect, it, test } from "vitest";
import { faultNames } from "../../../../src/emulator/base/fault-kinds.ts";
import { readFault, readFaultHeader, readDuration } from "../../../../src/emulator/base/fault.ts";

const refused = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

describe("readFault", () => {
  it("accepts every name and a custom response", () => {
    for (const answer of faultNames) expect(readFault({ answer }, "fault")).toEqual({ answer });
    const own = { status: 418, headers: { a: "b" }, body: [1] };
    const fault = {
      method: "PUT",
      path: /x/,
      times: 2,
      share: 0.5,
      latencyMs: 0,
      clockSkewMs: -5,
      answer: own,
    };
    expect(readFault(fault, "fault")).toEqual(fault);
  });

  it.each([
    [{ answer: "bad-gatewy" }, "invalid_argument", "fault.answer"],
    [{ answer: { status: 99 } }, "invalid_argument", "fault.answer.status"],
    [{ share: 0 }, "invalid_argument", "greater than 0 and at most 1"],
    [{ share: 1.1 }, "invalid_argument", "greater than 0 and at most 1"],
    [{ latencyMs: -1 }, "invalid_timeout", "fault.latencyMs"],
    [{ clockSkewMs: 0.5 }, "invalid_argument", "fault.clockSkewMs"],
    [{ retryAfterSeconds: 0 }, "invalid_argument", "fault.retryAfterSeconds"],
    [{ latency: 5 }, "unknown_option", "fault.latencyMs"],
  ])("rejects %j", (fault, code, message) => {
    expect(() => readFault(fault, "fault")).toThrow(refused(code, message));
  });
});

describe("readFaultHeader", () => {
  it.each([
    ["", {}],
    ["drop", { answer: "drop" }],
    [" answer = bad-gateway ", { answer: "bad-gateway" }],
    ["rate-limited; retryAfterSeconds=0.5;", { answer: "rate-limited", retryAfterSeconds: 0.5 }],
    ["latencyMs=20; clockSkewMs=-60000", { latencyMs: 20, clockSkewMs: -60_000 }],
  ])("parses %j as %j", (text, effect) => {
    expect(readFaultHeader(text)).toEqual(effect);
  });

  it.each([
    ["dropped", "x-slashpass-fault.answer"],
    ["latencyMs=soon", "x-slashpass-fault.latencyMs"],
    ["times=3", "x-slashpass-fault.times does not exist"],
    ["answer=[object Object]", "x-slashpass-fault.answer"],
  ])("rejects %j", (text, message) => {
    expect(() => readFaultHeader(text)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message) }),
    );
  });
});

const circular: Record<string, unknown> = {};
circular["again"] = circular;

describe("a response that cannot be sent", () => {
  it.each<[string, object, string]>([
    ["a body with a bigint", { body: { id: 1n } }, "fault.answer.body"],
    ["a circular body", { body: circular }, "fault.answer.body"],
    ["a body that is a function", { body: () => 1 }, "fault.answer.body"],
    ["a header name with a space", { headers: { "x y": "1" } }, 'fault.answer.headers["x y"]'],
    ["a header with a line break", { headers: { x: "1\r\ny: 2" } }, 'fault.answer.headers["x"]'],
    ["a numeric header", { headers: { x: 1 } }, 'fault.answer.headers["x"]'],
  ])("is rejected with the invalid field's name if it has %s", (_what, answer, name) => {
    expect(() => readFault({ answer: { status: 500, ...answer } }, "fault")).toThrow(
      expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining(`${name} is `) }),
    );
  });
});

test.each([
  [0, 0],
  [1_500, 1_500],
  ["16m", 960_000],
  ["90s", 90_000],
  ["250ms", 250],
  ["1.5h", 5_400_000],
  [" 1h 30m", 5_400_000],
  ["1h30m5s", 5_405_000],
  ["3650d", 315_360_000_000],
])("parses %j as %i milliseconds", (text, ms) => {
  expect(readDuration(text, "time")).toBe(ms);
});

test.each(["", "16", "m", "16M", "-1m", "1m, 2s", "3651d", -1, 1.5, 1e15, undefined])(
  "rejects %j",
  (value) => {
    expect(() => readDuration(value, "time")).toThrow(
      expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining("time") }),
    );
  },
);

test("rejects a long invalid string quickly", () => {
  for (const text of ["1s ".repeat(20_000), "1".repeat(50_000), `1s${" ".repeat(50_000)}`])
    expect(() => readDuration(`${text}x`, "time")).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
});
