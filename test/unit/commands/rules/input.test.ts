import { expect, test } from "vitest";
import {
  asCopy,
  frozenCopies,
  frozenCopy,
  takeCommand,
  takeCommands,
  takeData,
} from "../../../../src/commands/rules/input.ts";

test("returns an equal, deeply frozen copy that is independent of the original", () => {
  const own = { name: "ping", options: [{ name: "text", choices: [{ name: "A", value: "a" }] }] };
  const copy = frozenCopy(own) as typeof own;
  expect(copy).toEqual(own);
  for (const part of [copy, copy.options, copy.options[0], copy.options[0]?.choices]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
  own.options[0]!.name = "changed";
  expect(copy.options[0]?.name).toBe("text");
});

test("copies every field, including `__proto__`, and fills a list's holes with undefined", () => {
  const sent = JSON.parse(`{ "name": "ping", "__proto__": { "a": 1 } }`) as object;
  expect(Object.entries(frozenCopy(sent) ?? {})).toEqual(Object.entries(sent));
  // oxlint-disable-next-line no-sparse-arrays -- callers may pass one
  expect(frozenCopy({ options: [1, , 2] })).toStrictEqual({ options: [1, undefined, 2] });
});

test("omits undefined fields, as JSON does", () => {
  const copy = frozenCopy({
    name: "ping",
    name_localizations: undefined,
    options: [{ required: undefined }],
  });
  expect(copy).toStrictEqual({ name: "ping", options: [{}] });
});

test("copies data larger than a command and returns undefined for unreadable data", () => {
  const large = { commands: Array.from({ length: 20_000 }, (_, index) => ({ id: String(index) })) };
  expect(takeData(large)).toEqual(large);
  expect(Object.isFrozen((takeData(large) as typeof large).commands[0])).toBe(true);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect([takeData(circle), takeData("text"), takeData(undefined)]).toEqual([undefined, "text", undefined]);
});

test("copies the result of toJSON", () => {
  expect(frozenCopy({ toJSON: () => ({ name: "ping" }) })).toEqual({ name: "ping" });
  expect(frozenCopy({ toJSON: () => "text" })).toBeUndefined();
});

test.each([
  ["null", null],
  ["a string", "ping"],
  ["nothing", undefined],
])("returns undefined for %s", (_, value) => {
  expect(frozenCopy(value)).toBeUndefined();
});

test("returns undefined for unreadable, cyclic and endless values", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const sparse: unknown[] = [];
  sparse.length = 2 ** 32 - 1;
  const unreadable = {
    get name(): string {
      throw new Error("no");
    },
  };
  for (const value of [circle, { options: sparse }, unreadable, Array.from({ length: 10_001 }, () => ({}))]) {
    expect(frozenCopy(value)).toBeUndefined();
  }
});

test("returns an existing copy and marks objects built from its parts as copies", () => {
  const copy = frozenCopy({ name: "ping" })!;
  expect(frozenCopy(copy)).toBe(copy);
  const made = asCopy({ ...copy, id: "1" });
  expect(frozenCopy(made)).toBe(made);
  expect(Object.isFrozen(made)).toBe(true);
});

test("copies a list of commands and returns undefined if the list is invalid", () => {
  expect(frozenCopies([{ name: "ping" }])).toEqual([{ name: "ping" }]);
  const unreadable = new Proxy([], {
    get: () => {
      throw new Error("no");
    },
  });
  for (const list of [[{}, null], "text", Array.from({ length: 1001 }, () => ({})), unreadable])
    expect(frozenCopies(list)).toBeUndefined();
});

test("returns a value unchanged if it cannot be copied, so that the rules reject it", () => {
  const given = { toJSON: () => "text" };
  expect(takeCommand(given)).toBe(given);
  const list = [given];
  expect(takeCommands(list)).toBe(list);
});
