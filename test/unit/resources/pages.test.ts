import * as fc from "fast-check";
import { expect, test } from "vitest";
import { walkPages } from "../../../src/resources/pages.ts";
import { cases } from "../../setup/cases.ts";

const idOf = (id: string) => id;
const collect = async (items: AsyncIterable<string>) => {
  const all: string[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const byNumber = (one: bigint, other: bigint) => (one < other ? -1 : 1);
/** Ids of every length, in numeric order like the service's. */
const ids = fc
  .uniqueArray(fc.bigInt(1n, 2n ** 64n - 1n), { maxLength: 40 })
  .map((some) => some.toSorted(byNumber).map(String));

test("returns every item once and in order, for any number of items and page size", async () => {
  const run = fc.asyncProperty(ids, fc.integer({ min: 1, max: 12 }), async (all, size) => {
    let asked = 0;
    const fetch = (after: string | undefined) => {
      asked += 1;
      return Promise.resolve(all.filter((id) => BigInt(id) > BigInt(after ?? 0)).slice(0, size));
    };
    expect(await collect(walkPages({ size, fetch, idOf }))).toEqual(all);
    expect(asked).toBe(Math.floor(all.length / size) + 1);
  });
  await fc.assert(run, { numRuns: cases(2_000, 100) });
});

test("returns every item once if the service ignores the page size", async () => {
  const run = fc.asyncProperty(ids, fc.integer({ min: 1, max: 12 }), async (all, size) => {
    let asked = 0;
    const fetch = () => {
      asked += 1;
      return Promise.resolve(all);
    };
    expect(await collect(walkPages({ size, fetch, idOf }))).toEqual(all);
    expect(asked).toBeLessThanOrEqual(2);
  });
  await fc.assert(run, { numRuns: cases(2_000, 100) });
});

test("fetches a page only when its first item is read", async () => {
  const asked: (string | undefined)[] = [];
  const fetch = (after: string | undefined) => {
    asked.push(after);
    return Promise.resolve(after === undefined ? ["9", "10"] : ["11", "12"]);
  };
  const items = walkPages({ size: 2, fetch, idOf });
  expect(asked).toEqual([]);
  for await (const item of items) if (item === "11") break;
  expect(asked).toEqual([undefined, "10"]);
});

test("throws the error of a page that cannot be fetched", async () => {
  const fetch = () => Promise.reject(new Error("no"));
  await expect(collect(walkPages({ size: 2, fetch, idOf }))).rejects.toThrow("no");
});
