import { expect, test } from "vitest";
import { readAddonPath } from "../../../src/native/load.ts";

test("returns an absolute path unchanged", () => {
  expect(readAddonPath("/opt/game/slashpass.node", "addonPath")).toBe("/opt/game/slashpass.node");
});

// The system would search its own directories for a bare name, and a relative path depends on the working directory.
test.each([
  "slashpass.node",
  "./slashpass.node",
  "file:///opt/slashpass.node",
  "/opt/\0",
  "",
  7,
  new URL("file:///"),
])("rejects %j", (value) => {
  expect(() => readAddonPath(value, "options.addonPath")).toThrow(
    expect.objectContaining({ type: 6, code: "invalid_addon_path" }),
  );
});
