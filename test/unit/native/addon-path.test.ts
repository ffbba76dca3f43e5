import { expect, test } from "vitest";
import { readAddonPath } from "../../../src/native/load.ts";

test("an absolute path is taken as it is", () => {
  expect(readAddonPath("/opt/game/slashpass.node", "addonPath")).toBe("/opt/game/slashpass.node");
});

// What is no path at all is looked for in the system's own folders, or depends on where the game was started.
test.each([
  "slashpass.node",
  "./slashpass.node",
  "file:///opt/slashpass.node",
  "/opt/\0",
  "",
  7,
  new URL("file:///"),
])("%j is refused", (value) => {
  expect(() => readAddonPath(value, "options.addonPath")).toThrow(
    expect.objectContaining({ type: 6, code: "invalid_addon_path" }),
  );
});
