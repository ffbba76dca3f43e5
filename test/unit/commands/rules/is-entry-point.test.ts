import { expect, test } from "vitest";
import { isEntryPoint } from "../../../../src/commands/rules/proven.ts";

test("recognizes an entry point by its type", () => {
  expect([{ type: 4 }, { type: 1 }, {}].map(isEntryPoint)).toEqual([true, false, false]);
});
