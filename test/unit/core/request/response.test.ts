import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  formatJson,
  invalidBody,
  invalidResponse,
  longestSeconds,
  parseCommand,
  parseCommandList,
  parseForeignJson,
  parseJson,
  parseMessage,
  parseObject,
  parseSeconds,
  parseSecondsText,
  parseTimestamp,
  passesLater,
  passesSoon,
} from "../../../../src/core/request/response.ts";
import { storedCommand } from "../../../setup/commands/samples.ts";

const command = storedCommand();
const refused = (code: string) => expect.objectContaining({ code }) as unknown;
const refusal = refused("invalid_response");

test("accepts commands with an id, a name and a version", () => {
  expect(parseCommand(command, "Getting")).toBe(command);
  expect(parseCommandList([command], "Listing")).toEqual([command]);
});

test.each([
  null,
  undefined,
  "ping",
  {},
  { ...command, id: 5 },
  { ...command, name: null },
  { ...command, version: 1 },
])("rejects %j as a command", (value) => {
  expect(() => parseCommand(value, "Getting")).toThrow(refusal);
  expect(() => parseCommandList([command, value], "Listing")).toThrow(refusal);
});

test("requires a message to have an id", () => {
  const message = { id: "5", content: "Hi" };
  expect(parseMessage(message, "Sending")).toBe(message);
  for (const value of [null, "5", [], {}, { id: 5 }, { id: "x" }])
    expect(() => parseMessage(value, "Sending")).toThrow(refusal);
});

test("rejects a value that is not a list", () => {
  expect(() => parseCommandList({}, "Listing")).toThrow(refusal);
  expect(invalidResponse("Listing", "a list").message).toContain(
    "Listing failed: the response is not a list",
  );
});

describe("JSON", () => {
  test("formats a body as JSON and rejects one that cannot be serialized", () => {
    expect(formatJson({ a: 1 }, "Asking")).toBe('{"a":1}');
    expect(formatJson(undefined, "Asking")).toBeUndefined();
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const body of [circle, { a: 1n }]) {
      expect(() => formatJson(body, "Asking")).toThrow(refused("invalid_body"));
    }
    expect(invalidBody("Asking").message).toMatch(/^Asking was not attempted/);
  });

  test("parses a JSON response and rejects any other", () => {
    expect(parseJson("[1]", "Asking")).toEqual([1]);
    expect(() => parseJson("<html>", "Asking")).toThrow(refused("invalid_response"));
  });

  test.each([
    ['{"a":1}', { a: 1 }],
    ["null", {}],
    ["5", {}],
    ["", {}],
  ])("parses %s as an object with the fields %j", (text, fields) => {
    expect(parseObject(text)).toEqual(fields);
  });
});

const nested = (open: string, inside: string, close: string, depth: number) =>
  open.repeat(depth) + inside + close.repeat(depth);

it("parses any JSON like JSON.parse", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseForeignJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

it.each([
  ["lists", "[", "", "]"],
  ["objects", '{"a":', "1", "}"],
])("accepts %s nested 100 levels deep and rejects deeper nesting", (_what, open, inside, close) => {
  expect(JSON.stringify(parseForeignJson(nested(open, inside, close, 100)))).toHaveLength(
    100 * (open.length + 1) + inside.length,
  );
  for (const depth of [101, 5_000, 1_000_000])
    expect(() => parseForeignJson(nested(open, inside, close, depth))).toThrow(
      new SyntaxError("The JSON is nested more than 100 levels deep."),
    );
});

it("rejects deep nesting at any position", () => {
  const deep = nested("[", "", "]", 101);
  expect(() => parseForeignJson(`{"a":[1,{"b":"c"}],"d":{"e":[null,${deep}]}}`)).toThrow(SyntaxError);
});

test.each([
  [0, 0],
  [3600.5, 3600.5],
  [longestSeconds + 1, longestSeconds],
  [1e300, longestSeconds],
  [Infinity, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [null, undefined],
  [undefined, undefined],
  ["7", undefined],
  [true, undefined],
  [7n, undefined],
  [Symbol("7"), undefined],
])("parses %o as %o seconds", (value, seconds) => {
  expect(parseSeconds(value)).toBe(seconds);
});

test("keeps the longest duration representable as a date", () => {
  expect(new Date(Date.UTC(2200, 0) + longestSeconds * 1000).getTime()).not.toBeNaN();
});

test.each([
  [0, 0],
  [8.64e15, 8.64e15],
  [8.64e15 + 1, undefined],
  [-1e300, undefined],
  [Infinity, undefined],
  [Number.NaN, undefined],
  ["7", undefined],
])("parses %o as the time %o", (value, moment) => {
  expect(parseTimestamp(value)).toBe(moment);
});

test.each([
  ["0.25", 0.25],
  [" 7 ", 7],
  ["9".repeat(300), longestSeconds],
  ["9".repeat(400), undefined],
  ["soon", undefined],
  ["-1", undefined],
  ["", undefined],
  [" ", undefined],
  [null, undefined],
])("parses the header %j as %o seconds", (header, seconds) => {
  expect(parseSecondsText(header)).toBe(seconds);
});

test.each([
  [200, false, false],
  [400, false, false],
  [404, false, false],
  [423, false, true],
  [429, false, true],
  [500, true, true],
  [501, false, true],
  [503, true, true],
  [524, true, true],
])(
  "for status %i, decides whether to retry immediately (%j) and whether it is retryable (%j)",
  (status, soon, later) => {
    expect([passesSoon(status), passesLater(status)]).toEqual([soon, later]);
  },
);

test("treats every status that is retried immediately as retryable", () => {
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index);
  expect(statuses.filter((status) => passesSoon(status) && !passesLater(status))).toEqual([]);
});
