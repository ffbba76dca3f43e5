import { expect, test } from "vitest";
import { flattenFieldErrors } from "../../../../src/core/request/field-errors.ts";

const leaf = { code: "BASE_TYPE_REQUIRED", message: "Required" };

test("the first thousand errors of one field are kept, however many there are", () => {
  const found = flattenFieldErrors(
    { name: { _errors: Array.from({ length: 500_000 }, () => leaf) } },
    { name: "ping" },
  );
  expect(found).toHaveLength(1000);
  expect(found[999]).toEqual({ path: "ping.name", command: "ping", ...leaf });
});

test("the first thousand errors of many fields are kept", () => {
  const fields = Array.from({ length: 4000 }, () => ({ _errors: [leaf, leaf, leaf] }));
  expect(flattenFieldErrors(fields, {})).toHaveLength(1000);
});

test("of a long key only the length is told: a thousand errors would each repeat it", () => {
  const found = flattenFieldErrors({ ["k".repeat(1_000_000)]: { _errors: [leaf, leaf] } }, {});
  expect(found.map(({ path }) => path)).toEqual(Array(2).fill('["a key of 1000000 characters"]'));
});

test("a tree of any depth is read", () => {
  let tree: unknown = { _errors: [leaf] };
  for (let depth = 0; depth < 100_000; depth++) tree = { a: tree };
  expect(flattenFieldErrors(tree, {})).toEqual([]);
});
