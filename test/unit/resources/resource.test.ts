import * as fc from "fast-check";
import { expect, test } from "vitest";
import { apiPath } from "../../../src/core/request/addresses.ts";
import { callFields } from "../../../src/core/request/transport.ts";
import { PagedList, Resource } from "../../../src/resources/resource.ts";
import { cases } from "../../setup/cases.ts";

/** Creates a list whose pages `fetch` returns. */
function listOf(size: number, fetch: (after: string | null) => readonly string[]) {
  const call = ({ path }: { path: string }) =>
    Promise.resolve(fetch(new URL(path, "https://x.example").searchParams.get("after")));
  const isItem = (value: unknown): value is string => typeof value === "string";
  const init = {
    operation: "Listing",

    filters: callFields,
    isItem,
    items: "ids",
    idOf: String,
    size,
  };
  return new PagedList(new Resource({ call } as never, apiPath`/ids`), init);
}

const collect = async (items: AsyncIterable<string>) => {
  const all: string[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const byNumber = (one: bigint, other: bigint) => (one < other ? -1 : 1);
/** Ids of every length, in numeric order as the service sorts them. */
const ids = fc
  .uniqueArray(fc.bigInt(1n, 2n ** 64n - 1n), { maxLength: 40 })
  .map((some) => some.toSorted(byNumber).map(String));

test("returns every item once, in order, for any item count and page size", async () => {
  const run = fc.asyncProperty(ids, fc.integer({ min: 1, max: 12 }), async (all, size) => {
    let requestCount = 0;
    const list = listOf(size, (after) => {
      requestCount += 1;
      return all.filter((id) => BigInt(id) > BigInt(after ?? 0)).slice(0, size);
    });
    expect(await collect(list.all({}))).toEqual(all);
    expect(requestCount).toBe(Math.floor(all.length / size) + 1);
  });
  await fc.assert(run, { numRuns: cases(2_000, 100) });
});

test("returns every item once if the service ignores the page size", async () => {
  const run = fc.asyncProperty(ids, fc.integer({ min: 1, max: 12 }), async (all, size) => {
    let requestCount = 0;
    const list = listOf(size, () => {
      requestCount += 1;
      return all;
    });
    expect(await collect(list.all({}))).toEqual(all);
    expect(requestCount).toBeLessThanOrEqual(2);
  });
  await fc.assert(run, { numRuns: cases(2_000, 100) });
});

test("fetches a page only when its first item is read", async () => {
  const requestCount: (string | null)[] = [];
  const list = listOf(2, (after) => {
    requestCount.push(after);
    return after === null ? ["9", "10"] : ["11", "12"];
  });
  const items = list.all({});
  expect(requestCount).toEqual([]);
  for await (const item of items) if (item === "11") break;
  expect(requestCount).toEqual([null, "10"]);
});
