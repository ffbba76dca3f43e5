import { expect, it } from "vitest";
import { nearest } from "../../../../src/core/check/nearest.ts";

const known = ["applicationId", "apiBase", "webBase", "store"];

it.each([
  ["applicationid", "applicationId"],
  ["aplicationId", "applicationId"],
  ["apibsae", "apiBase"],
  ["stores", "store"],
  ["", undefined],
  ["colour", undefined],
  ["x".repeat(41), undefined],
])("finds the name nearest to %j: %j", (typed, meant) => {
  expect(nearest(typed, known)).toBe(meant);
});

it("returns undefined if there are no names", () => {
  expect(nearest("store", [])).toBe(undefined);
});
