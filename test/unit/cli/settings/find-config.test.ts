import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findConfig } from "../../../../src/cli/settings/find-config.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

it("takes the nearest config, and none where there is none", () => {
  const folder = temporaryFolder();
  expect(findConfig(folder, undefined)).toBeUndefined();
  writeFileSync(join(folder, "slashpass.config.json"), "{}");
  expect(findConfig(join(folder, "a", "b"), undefined)).toEqual({
    path: join(folder, "slashpass.config.json"),
    isOwn: true,
  });
});
