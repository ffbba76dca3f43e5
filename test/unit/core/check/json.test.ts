import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parseForeignJson } from "../../../../src/core/request/response.ts";

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
])("accepts %s nested 100 deep and rejects deeper ones", (_what, open, inside, close) => {
  expect(JSON.stringify(parseForeignJson(nested(open, inside, close, 100)))).toHaveLength(
    100 * (open.length + 1) + inside.length,
  );
  for (const depth of [101, 5_000, 1_000_000])
    expect(() => parseForeignJson(nested(open, inside, close, depth))).toThrow(
      new SyntaxError("It is JSON that is nested more than 100 deep."),
    );
});

it("rejects deep nesting at any position", () => {
  const deep = nested("[", "", "]", 101);
  expect(() => parseForeignJson(`{"a":[1,{"b":"c"}],"d":{"e":[null,${deep}]}}`)).toThrow(SyntaxError);
});

it("throws a SyntaxError for invalid JSON", () => {
  expect(() => parseForeignJson("{no}")).toThrow(SyntaxError);
});
