import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parseForeignJson } from "../../../../src/core/request/response.ts";

const nested = (open: string, inside: string, close: string, depth: number) =>
  open.repeat(depth) + inside + close.repeat(depth);

it("JSON of another party is read as it is", () => {
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
])("%s may be nested 100 deep, and no deeper", (_what, open, inside, close) => {
  expect(JSON.stringify(parseForeignJson(nested(open, inside, close, 100)))).toHaveLength(
    100 * (open.length + 1) + inside.length,
  );
  for (const depth of [101, 5_000, 1_000_000])
    expect(() => parseForeignJson(nested(open, inside, close, depth))).toThrow(
      new SyntaxError("It is JSON that is nested more than 100 deep."),
    );
});

it("What is nested too deep is found wherever it is", () => {
  const deep = nested("[", "", "]", 101);
  expect(() => parseForeignJson(`{"a":[1,{"b":"c"}],"d":{"e":[null,${deep}]}}`)).toThrow(SyntaxError);
});

it("What is no JSON is refused as by JSON itself", () => {
  expect(() => parseForeignJson("{no}")).toThrow(SyntaxError);
});
