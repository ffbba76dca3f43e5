import { expect, it } from "vitest";
import { isLifetime } from "../../../src/token/token-grant.ts";

it.each([
  [0, true],
  [3600.5, true],
  [-1, false],
  [Number.NaN, false],
  [Infinity, false],
  ["3600", false],
  [undefined, false],
])("Whether %j seconds can be counted with: %j", (seconds, can) => {
  expect(isLifetime(seconds)).toBe(can);
});
