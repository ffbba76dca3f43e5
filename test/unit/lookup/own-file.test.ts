import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ownFile } from "../../../src/lookup/own-file.ts";

test("the own file is the one that the code stands in", () => {
  expect(ownFile()).toBe(fileURLToPath(new URL("../../../src/lookup/own-file.ts", import.meta.url)));
});

test.each([
  ["file:///opt/a%20game/main.js", "/opt/a game/main.js"],
  ["/opt/game/main.cjs", "/opt/game/main.cjs"],
  ["data:text/javascript,", undefined],
])("of %s it is %s", (self, file) => {
  expect(ownFile(self)).toBe(file);
});
