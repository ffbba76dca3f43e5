import { expect, test } from "vitest";
import { flattenFieldErrors } from "../../../../src/core/request/service-error.ts";

const leaf = { code: "BASE_TYPE_REQUIRED", message: "Required" };

test("keeps the first thousand errors of one field", () => {
  const found = flattenFieldErrors(
    { name: { _errors: Array.from({ length: 500_000 }, () => leaf) } },
    { name: "ping" },
  );
  expect(found).toHaveLength(1000);
  expect(found[999]).toEqual({ path: "ping.name", command: "ping", ...leaf });
});

test("keeps the first thousand errors of many fields", () => {
  const fields = Array.from({ length: 4000 }, () => ({ _errors: [leaf, leaf, leaf] }));
  expect(flattenFieldErrors(fields, {})).toHaveLength(1000);
});

test("replaces a long key with its length, since each error would repeat it", () => {
  const found = flattenFieldErrors({ ["k".repeat(1_000_000)]: { _errors: [leaf, leaf] } }, {});
  expect(found.map(({ path }) => path)).toEqual(Array(2).fill('["a key of 1000000 characters"]'));
});

test("handles a tree of any depth", () => {
  let tree: unknown = { _errors: [leaf] };
  for (let depth = 0; depth < 100_000; depth++) tree = { a: tree };
  expect(flattenFieldErrors(tree, {})).toEqual([]);
});
