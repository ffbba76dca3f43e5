import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pageOf } from "../../../../src/emulator/resources/page.ts";
import { cases } from "../../../setup/cases.ts";

const items = ["30", "7", "200", "9"].map((id) => ({ id }));
const idsOf = (page: Parameters<typeof pageOf>[1]) => pageOf(items, page).map(({ id }) => id);

test.each([
  [{}, ["7", "9", "30", "200"]],
  [{ limit: 2 }, ["7", "9"]],
  [{ after: "9", limit: 1 }, ["30"]],
  [{ after: "8" }, ["9", "30", "200"]],
  [{ before: "200", limit: 2 }, ["9", "30"]],
  [{ before: "200", after: "7" }, ["9", "30"]],
  [{ after: "200" }, []],
  [{ after: "0", limit: 4 }, ["7", "9", "30", "200"]],
])("returns the page %j", (page, ids) => {
  expect(idsOf(page)).toEqual(ids);
});

test("covers all items page by page, in both directions", () => {
  const numbers = fc.uniqueArray(fc.bigInt(1n, 2n ** 64n - 1n), { minLength: 1, maxLength: 30 });
  const run = fc.property(numbers, fc.integer({ min: 1, max: 10 }), (some, limit) => {
    const all = some.map((id) => ({ id: String(id) }));
    const whole = pageOf(all, {});
    const forwards: { id: string }[] = [];
    const backwards: { id: string }[] = [];
    while (forwards.length < all.length)
      forwards.push(...pageOf(all, { after: forwards.at(-1)?.id ?? "0", limit }));
    while (backwards.length < all.length)
      backwards.unshift(...pageOf(all, { before: backwards[0]?.id ?? String(2n ** 64n), limit }));
    expect(forwards).toEqual(whole);
    expect(backwards).toEqual(whole);
  });
  fc.assert(run, { numRuns: cases(1_000, 50) });
});
