import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ownFile } from "../../../../src/core/resolve/ownership.ts";

test("returns the file that contains the code", () => {
  expect(ownFile()).toBe(
    fileURLToPath(new URL("../../../../src/core/resolve/ownership.ts", import.meta.url)),
  );
});

test.each([
  [["/opt/game/main.cjs", undefined], "/opt/game/main.cjs"],
  [["[worker eval]", undefined], undefined],
  [["/opt/game/main.cjs", "file:///build/node_modules/slashpass/dist/index.js"], "/opt/game/main.cjs"],
  [[undefined, "file:///opt/a%20game/main.js"], "/opt/a game/main.js"],
  [["[worker eval]", "file:///opt/game/main.js"], "/opt/game/main.js"],
  [["/opt/node_modules/slashpass/dist/index.js", "/opt/game/main.cjs"], "/opt/game/main.cjs"],
  [["file://elsewhere/index.js", "/opt/game/main.cjs"], "/opt/game/main.cjs"],
  [["[eval]", "data:text/javascript,"], undefined],
] as const)("resolves %j to %s", (names, file) => {
  const isThere = (path: string) => !path.includes("node_modules");
  expect(ownFile(names, isThere)).toBe(file);
});
