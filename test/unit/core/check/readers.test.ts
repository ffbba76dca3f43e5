import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  abortSignal,
  bytes,
  callable,
  flag,
  isSnowflake,
  kindOf,
  listOf,
  milliseconds,
  object,
  oneOf,
  optional,
  orNull,
  parseSnowflake,
  type Reader,
  recordOf,
  textOf,
  whole,
  withMethods,
  wrongArgument,
} from "../../../../src/core/check/readers.ts";
import { throwing } from "../../../setup/throwing.ts";

const hostile = {
  ownKeys: throwing(new Error("no")),
};
const method = () => undefined;
const signal = new AbortController().signal;

describe("readers", () => {
  it.each<[string, Reader<unknown>, readonly unknown[], readonly unknown[]]>([
    [
      "text",
      textOf({ most: 3 }),
      ["a", "abc", "🪸🪸🪸"],
      ["", "abcd", 1, null, undefined, {}, ["a"], new String("a")],
    ],
    ["text of two characters", textOf({ least: 2, most: 2 }), ["ab", "🪸🪸"], ["🪸", "a", "🪸🪸🪸"]],
    ["text that may be empty", textOf({ least: 0 }), ["", "a"], [1, null]],
    [
      "characters",
      textOf({ least: 0, most: 3 }),
      ["", "abc", "🪸🪸🪸", "a🪸b"],
      ["abcd", "🪸🪸🪸🪸", "x".repeat(7), 5, null],
    ],
    ["some characters", textOf({ most: 2 }), ["a", "🪸🪸"], ["", "abc"]],
    ["whole", whole(1, 9), [1, 9], [0, 10, 1.5, Number.NaN, Infinity, "1", 1n, null]],
    ["milliseconds", milliseconds(), [1, 2 ** 31 - 1], [0, 2 ** 31, -1, Number.NaN, "5"]],
    ["flag", flag, [true, false], [0, 1, "true", null]],
    ["oneOf", oneOf(["a", 1]), ["a", 1], ["b", "1", null, undefined]],
    ["callable", callable(), [method, Map], [{}, "function", null]],
    ["abortSignal", abortSignal(), [signal], [{}, null, { aborted: false, addEventListener: method }]],
    [
      "withMethods",
      withMethods<{ get(): void }>(["get"]),
      [{ get: method }],
      [{}, null, { get: 5 }, [method]],
    ],
    ["object", object(), [{}, new Map()], [null, [], method, "a"]],
    ["bytes", bytes(), [new Uint8Array(2), Buffer.from("a")], [new ArrayBuffer(2), [1], "a", null]],
    ["orNull", orNull(flag), [null, true], [undefined, 0]],
    ["recordOf", recordOf(flag), [{}, { a: true }, { a: undefined }], [null, []]],
    ["optional", optional(flag), [undefined, true], [null, 5]],
    ["listOf", listOf(flag, 2), [[], [true]], [[5], [true, false, true], { length: 0 }, [undefined], null]],
  ])("%s accepts valid values unchanged and rejects others", (_, read, right, wrong) => {
    for (const value of right) expect(read(value, "it")).toEqual(value);
    for (const value of wrong) {
      expect(() => read(value, "it")).toThrow(/^it(\[0\])? (is .+, but must be|is not) .+\.$/);
    }
  });

  it.each([
    ["abortSignal", abortSignal("missing_code")],
    ["bytes", bytes("missing_code")],
    ["listOf", listOf(flag, 2, "missing_code")],
  ])("%s throws the code that it was created with", (_, read) => {
    expect(() => read("text", "it")).toThrow(expect.objectContaining({ code: "missing_code" }));
  });

  it("listOf stops at the first hole of a list of any length", () => {
    expect(() => listOf(flag, 2 ** 32)(Object.assign([], { length: 2 ** 32 - 1 }), "list")).toThrow(
      "list[0] is missing",
    );
  });
});

it("rejects a record that throws when it is read", () => {
  expect(() => recordOf(flag)(new Proxy({}, hostile), "it")).toThrow(
    "it cannot be read: a getter or proxy threw.",
  );
});

it("names a record's rejected entry", () => {
  expect(() => recordOf(flag)({ a: 1 }, "it")).toThrow("it.a is 1, but must be true or false.");
});

it("does not report a value of the right kind as another kind", () => {
  expect(() => listOf(textOf(), 1)(["a", "b"], "names")).toThrow("names is not a list of at most 1");
  expect(() => listOf(textOf(), 1)("a", "names")).toThrow(
    "names is a string, but must be a list of at most 1",
  );
});

it.each<[unknown, string]>([
  [undefined, "missing"],
  [null, "null"],
  ["", "an empty string"],
  [Number.NaN, "NaN"],
  [[], "a list"],
  [{}, "an object"],
  [7, "a number"],
  ["s3cret", "a string"],
  [() => undefined, "a function"],
])("names the kind of %o without its value", (value, kind) => {
  expect(kindOf(value)).toBe(kind);
});

it("names the argument, its kind and the expected value in the error", () => {
  expect(wrongArgument("port", "s3cret", "a number from 1 to 65535")).toMatchObject({
    type: 6,
    code: "invalid_argument",
    message: "port is a string, but must be a number from 1 to 65535.",
  });
  const error = wrongArgument("port", 0, "above 0", { code: "invalid_port", hint: "Leave it out." });
  expect(error).toMatchObject({ code: "invalid_port", hint: "Leave it out." });
});

describe("parseSnowflake", () => {
  it("accepts every 64-bit id as a string or a bigint", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), (id) => {
        expect(parseSnowflake(id, "id")).toBe(id.toString());
        expect(parseSnowflake(id.toString(), "id")).toBe(id.toString());
      }),
    );
  });

  it.each([
    undefined,
    null,
    "",
    "0",
    "-5",
    "1.5",
    "0x10",
    "१२३",
    "18446744073709551616",
    2n ** 64n,
    0n,
    -1n,
    {},
    ["1"],
  ])("rejects %s", (value) => {
    expect(() => parseSnowflake(value, "guildId")).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_id" }),
    );
  });

  it("names the argument that is a JavaScript number and the reason for the error", () => {
    expect(() => parseSnowflake(123, "guildId")).toThrow(
      "guildId is a JavaScript number, which loses precision above 2^53.",
    );
  });
});

describe("isSnowflake", () => {
  it("returns true only for 64-bit ids", () => {
    const around = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n + 10n }),
      fc.bigInt({ min: 2n ** 64n - 10n, max: 2n ** 64n + 10n }),
      fc.bigInt({ min: 10n ** 19n - 10n, max: 10n ** 20n + 10n }),
    );
    fc.assert(
      fc.property(around, (id) => {
        expect(isSnowflake(id.toString())).toBe(id > 0n && id < 2n ** 64n);
      }),
    );
    expect(isSnowflake("18446744073709551615")).toBe(true);
    expect(isSnowflake("18446744073709551616")).toBe(false);
  });

  it.each([undefined, null, 7, "", "007", "+7", " 7", "7\n", ["7"], "१२३"])(
    "returns false for %j",
    (value) => {
      expect(isSnowflake(value)).toBe(false);
    },
  );
});
