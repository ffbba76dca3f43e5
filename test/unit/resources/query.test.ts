import { expect, test } from "vitest";
import { withQuery } from "../../../src/resources/query.ts";

test.each([
  [{}, "/x"],
  [{ after: undefined }, "/x"],
  [{ with_member: false, limit: 5, after: "7", before: undefined }, "/x?with_member=false&limit=5&after=7"],
  [{ name: "a b&c" }, "/x?name=a+b%26c"],
])("%j", (parameters, path) => {
  expect(withQuery("/x", parameters)).toBe(path);
});
