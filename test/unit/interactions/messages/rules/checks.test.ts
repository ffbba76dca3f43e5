import { describe, expect, it } from "vitest";
import * as checks from "../../../../../src/interactions/messages/rules/checks.ts";
import { messageOf } from "../../../../setup/emulator/reason-of.ts";

const {
  checkFields,
  dictionary,
  flag,
  id,
  kinds,
  list,
  moment,
  nullable,
  number,
  oneOf,
  record,
  text,
  url,
  whole,
} = checks;
const messagesFor = (check: checks.Check, value: unknown) => messageOf(check(value, []));
const web = url(30, "http", "https");
const shape = kinds({ 1: { required: { size: whole() } }, 2: {} });

const cases: readonly [name: string, check: checks.Check, value: unknown, expected: string][] = [
  ["text", text(3), "abc", ""],
  ["text", text(3), "", ""],
  ["text", text(3), "😀😀😀", ""],
  ["text", text(3), "😀😀😀😀", "Must be 3 or fewer in length."],
  ["text", text(3), "x".repeat(7), "Must be 3 or fewer in length."],
  ["text", text(3, 1), "", "Must be between 1 and 3 in length."],
  ["text", text(3, 2), "😀", "Must be between 2 and 3 in length."],
  ["text", text(3, 2), "😀😀", ""],
  ["text", text(3), 7, "Could not interpret 7 as string."],
  ["text", text(3), ["x".repeat(1000)], `Could not interpret ["${"x".repeat(98)}… as string.`],
  ["id", id, "9".repeat(1000), `Value "${"9".repeat(99)}… is not snowflake.`],
  ["list", list(flag), [true], ""],
  ["list", list(nullable(flag)), [null, true], ""],
  ["list", list(flag, 1), [true, true], "Must be 1 or fewer in length."],
  ["list", list(flag, Infinity, 1), [], "Must be 1 or more in length."],
  ["list", list(flag), {}, "Only iterables may be used in a ListType"],
  ["number", number(0, 1), 0.5, ""],
  ["number", number(), "1", 'Value "1" is not float.'],
  ["whole", whole(0, 5), 5, ""],
  ["whole", whole(), 0.5, "Value 0.5 is not int."],
  ["whole", whole(0, 5), 6, "int value should be less than or equal to 5."],
  ["whole", whole(0, 5), -1, "int value should be greater than or equal to 0."],
  ["oneOf", oneOf(1, 2), 3, "Value must be one of {1, 2}."],
  ["id", id, "18446744073709551615", ""],
  ["id", id, "18446744073709551616", 'Value "18446744073709551616" is not snowflake.'],
  ["id", id, "007", 'Value "007" is not snowflake.'],
  ["id", id, 7, "Value 7 is not snowflake."],
  ["moment", moment, "2026-02-28T23:59:59.5+01:00", ""],
  ["moment", moment, "2026-02-30T00:00:00Z", 'Could not parse "2026-02-30T00:00:00Z". Should be ISO8601.'],
  ["moment", moment, "2026-13-01T00:00:00Z", 'Could not parse "2026-13-01T00:00:00Z". Should be ISO8601.'],
  ["moment", moment, 1, "Could not parse 1. Should be ISO8601."],
  ["url", web, "https://example.com", ""],
  ["url", web, "example.com", "Not a well formed URL."],
  [
    "url",
    web,
    "ftp://example.com",
    `Scheme "ftp" is not supported. Scheme must be one of ('http', 'https').`,
  ],
  ["url", web, `https://${"x".repeat(30)}`, "Must be 30 or fewer in length."],
  ["url", web, 7, "Could not interpret 7 as string."],
  ["url", url(30), "game://start", ""],
  ["record", record({ required: { on: flag } }), {}, "on: This field is required"],
  ["record", record({ optional: { on: flag } }), { on: null, other: 1 }, ""],
  ["dictionary", dictionary(flag), { de: 1 }, "de: Must be either true or false."],
  ["dictionary", dictionary(flag), [], "Only dictionaries may be used in a ModelType"],
  ["kinds", shape, { type: 1, size: 2 }, ""],
  ["kinds", shape, { type: 1 }, "size: This field is required"],
  ["kinds", shape, { type: "1" }, 'Value of field "type" must be one of (1, 2).'],
  ["kinds", shape, { type: 3 }, 'Value of field "type" must be one of (1, 2).'],
  ["kinds", shape, { type: {} }, 'Value of field "type" must be one of (1, 2).'],
  ["kinds", shape, { type: "toString" }, 'Value of field "type" must be one of (1, 2).'],
  ["kinds", shape, {}, "type: This field is required"],
  ["kinds", shape, 7, "Only dictionaries may be used in a ModelType"],
  ["kinds", kinds({ user: {} }), { type: "user" }, ""],
];

describe("a check", () => {
  it.each(cases.map(([name, check, value, expected]) => [name, value, expected, check] as const))(
    "%s (%#) returns the expected reason for %j: %j",
    (_name, value, expected, check) => {
      expect(messagesFor(check, value)).toBe(expected);
    },
  );

  it("reports the index of an invalid entry in a list", () => {
    expect(list(flag)([null], [])).toMatchObject([{ path: ["0"], error: { code: "BOOLEAN_TYPE_CONVERT" } }]);
  });

  it("reports an invalid field's path", () => {
    const problems = checkFields({ on: 1 }, { required: { on: flag } }, ["data"]);
    expect(problems).toMatchObject([{ path: ["data", "on"], error: { code: "BOOLEAN_TYPE_CONVERT" } }]);
    expect(messageOf([])).toBe("");
  });
});
