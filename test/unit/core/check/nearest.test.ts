import { expect, it } from "vitest";
import { nearest } from "../../../../src/core/check/fields.ts";

const known = ["applicationId", "apiBase", "webBase", "store"];

it.each([
  ["applicationid", "applicationId"],
  ["aplicationId", "applicationId"],
  ["apibsae", "apiBase"],
  ["stores", "store"],
  ["", undefined],
  ["colour", undefined],
  ["x".repeat(41), undefined],
])("%j was most likely meant to be %j", (typed, meant) => {
  expect(nearest(typed, known)).toBe(meant);
});

it("Of no names none is near", () => {
  expect(nearest("store", [])).toBe(undefined);
});
