import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  parseFields,
  parseFlag,
  parseJsonBody,
  parsePage,
  parsePathId,
  type ApiCall,
  type ApiRequest,
  selectPage,
} from "../../../../src/emulator/resources/api-call.ts";
import { cases } from "../../../setup/cases.ts";

const withId = (id: string) => ({ param: () => id }) as unknown as ApiCall;
const withBody = (body: string, type: string | undefined = "application/json") =>
  ({ body: Buffer.from(body), headers: { "content-type": type } }) as ApiRequest;

describe("parsePathId", () => {
  it("accepts a snowflake", () => {
    expect(parsePathId(withId("1234567890123456789"), "guild_id")).toBe("1234567890123456789");
  });

  it.each(["undefined", "", "0", "01", "-1", "1.0", "1".repeat(21)])("rejects %j", (text) => {
    const _errors = [{ code: "NUMBER_TYPE_COERCE", message: `Value "${text}" is not snowflake.` }];
    expect(() => parsePathId(withId(text), "guild_id")).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ errors: { guild_id: { _errors } } }) }),
    );
  });
});

describe("a body", () => {
  it.each(["application/json", "Application/JSON; charset=utf-8"])("is parsed if its type is %s", (type) => {
    expect(parseJsonBody(withBody('{"a":1}', type))).toEqual({ a: 1 });
  });

  it.each(["text/plain", "", undefined])("is rejected if its type is %j", (type) => {
    const request = {
      body: Buffer.from("{}"),
      headers: type === undefined ? {} : { "content-type": type },
    } as ApiRequest;
    expect(() => parseJsonBody(request)).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code: 50_035 }) }),
    );
  });

  it("is rejected if it is not JSON", () => {
    expect(() => parseJsonBody(withBody("{"))).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code: 50_109 }) }),
    );
  });

  it.each(["7", '"text"', "null"])("has no fields if it is %s", (body) => {
    expect(parseFields(withBody(body))).toEqual({});
  });
});

const requestTo = (query: string) => ({ query: new URLSearchParams(query) }) as unknown as ApiRequest;

test.each([
  ["a=true", true],
  ["a=True", true],
  ["a=1", true],
  ["a=false", false],
  ["a=False", false],
  ["a=0", false],
  ["a=", false],
  ["b=1", false],
])("parses the query %j as the flag %j", (query, flag) => {
  expect(parseFlag(requestTo(query), "a")).toBe(flag);
});

test.each(["a=yes", "a=TRUE", "a=2"])("rejects the query %j", (query) => {
  expect(() => parseFlag(requestTo(query), "a")).toThrow(
    expect.objectContaining({
      status: 400,
      body: expect.objectContaining({
        errors: { a: { _errors: [expect.objectContaining({ code: "BOOLEAN_TYPE_CONVERT" })] } },
      }),
    }),
  );
});

test.each(["limit=0", "limit=101", "limit=x", "limit=1.5", "after=x", "before=-1"])(
  "rejects the page %j",
  (query) => {
    const [name = ""] = query.split("=");
    const errors = { [name]: expect.anything() };
    expect(() => parsePage(requestTo(query), 100)).toThrow(
      expect.objectContaining({ status: 400, body: expect.objectContaining({ code: 50_035, errors }) }),
    );
  },
);

const items = ["30", "7", "200", "9"].map((id) => ({ id }));
const idsOf = (page: Parameters<typeof selectPage>[1]) => selectPage(items, page).map(({ id }) => id);

test.each([
  [{}, ["7", "9", "30", "200"]],
  [{ limit: 2 }, ["7", "9"]],
  [{ after: "9", limit: 1 }, ["30"]],
  [{ after: "8" }, ["9", "30", "200"]],
  [{ before: "200", limit: 2 }, ["9", "30"]],
  [{ before: "200", after: "7" }, ["9", "30"]],
  [{ after: "200" }, []],
  [{ after: "0", limit: 4 }, ["7", "9", "30", "200"]],
])("returns the page for %j", (page, ids) => {
  expect(idsOf(page)).toEqual(ids);
});

test("covers all items page by page, in both directions", () => {
  const numbers = fc.uniqueArray(fc.bigInt(1n, 2n ** 64n - 1n), { minLength: 1, maxLength: 30 });
  const run = fc.property(numbers, fc.integer({ min: 1, max: 10 }), (some, limit) => {
    const all = some.map((id) => ({ id: String(id) }));
    const whole = selectPage(all, {});
    const forwards: { id: string }[] = [];
    const backwards: { id: string }[] = [];
    while (forwards.length < all.length)
      forwards.push(...selectPage(all, { after: forwards.at(-1)?.id ?? "0", limit }));
    while (backwards.length < all.length)
      backwards.unshift(...selectPage(all, { before: backwards[0]?.id ?? String(2n ** 64n), limit }));
    expect(forwards).toEqual(whole);
    expect(backwards).toEqual(whole);
  });
  fc.assert(run, { numRuns: cases(1_000, 50) });
});
