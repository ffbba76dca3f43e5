import { expect, test } from "vitest";
import {
  asCopy,
  frozenCopies,
  frozenCopy,
  takeCommand,
  takeCommands,
  takeData,
} from "../../../../src/commands/rules/input.ts";

test("a copy is equal, frozen all through, and apart from what it was made of", () => {
  const own = { name: "ping", options: [{ name: "text", choices: [{ name: "A", value: "a" }] }] };
  const copy = frozenCopy(own) as typeof own;
  expect(copy).toEqual(own);
  for (const part of [copy, copy.options, copy.options[0], copy.options[0]?.choices]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
  own.options[0]!.name = "changed";
  expect(copy.options[0]?.name).toBe("text");
});

test("a copy has every field, also one named __proto__, and the holes of a list as nothing", () => {
  const sent = JSON.parse(`{ "name": "ping", "__proto__": { "a": 1 } }`) as object;
  expect(Object.entries(frozenCopy(sent) ?? {})).toEqual(Object.entries(sent));
  // oxlint-disable-next-line no-sparse-arrays -- what a caller can pass
  expect(frozenCopy({ options: [1, , 2] })).toStrictEqual({ options: [1, undefined, 2] });
});

test("a copy lacks what JSON leaves out, as a builder writes what was not set", () => {
  const copy = frozenCopy({
    name: "ping",
    name_localizations: undefined,
    options: [{ required: undefined }],
  });
  expect(copy).toStrictEqual({ name: "ping", options: [{}] });
});

test("data may be larger than a command, and is undefined where it cannot be read", () => {
  const large = { commands: Array.from({ length: 20_000 }, (_, index) => ({ id: String(index) })) };
  expect(takeData(large)).toEqual(large);
  expect(Object.isFrozen((takeData(large) as typeof large).commands[0])).toBe(true);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect([takeData(circle), takeData("text"), takeData(undefined)]).toEqual([undefined, "text", undefined]);
});

test("what writes itself is copied as it is written", () => {
  expect(frozenCopy({ toJSON: () => ({ name: "ping" }) })).toEqual({ name: "ping" });
  expect(frozenCopy({ toJSON: () => "text" })).toBeUndefined();
});

test.each([
  ["null", null],
  ["a text", "ping"],
  ["nothing", undefined],
])("%s has no copy", (_, value) => {
  expect(frozenCopy(value)).toBeUndefined();
});

test("what cannot be read or has no end has no copy", () => {
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

test("a copy is its own copy, and so is what was made of the parts of one", () => {
  const copy = frozenCopy({ name: "ping" })!;
  expect(frozenCopy(copy)).toBe(copy);
  const made = asCopy({ ...copy, id: "1" });
  expect(frozenCopy(made)).toBe(made);
  expect(Object.isFrozen(made)).toBe(true);
});

test("copies of a list are there for all or for none", () => {
  expect(frozenCopies([{ name: "ping" }])).toEqual([{ name: "ping" }]);
  const unreadable = new Proxy([], {
    get: () => {
      throw new Error("no");
    },
  });
  for (const list of [[{}, null], "text", Array.from({ length: 1001 }, () => ({})), unreadable])
    expect(frozenCopies(list)).toBeUndefined();
});

test("what has no copy is taken as it is, for the rules to refuse", () => {
  const given = { toJSON: () => "text" };
  expect(takeCommand(given)).toBe(given);
  const list = [given];
  expect(takeCommands(list)).toBe(list);
});
