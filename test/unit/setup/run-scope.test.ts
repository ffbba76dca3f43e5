import { expect, it } from "vitest";
import { matchesNone } from "../../setup/run-scope.ts";

it("a filter matches names as Vitest does, over all their parts", () => {
  const names = ["a client > signs in", "a client > closes"];
  expect(matchesNone(/client signs/, names)).toBe(false);
  expect(matchesNone(/signs out/, names)).toBe(true);
  expect(matchesNone(/anything/, [])).toBe(true);
});
