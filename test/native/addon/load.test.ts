import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { ErrorType } from "../../../src/errors.ts";
import { load } from "../../../src/native/load.ts";

test("an addon that cannot be loaded is one error that names every path, its reason and what to do", () => {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-load-"));
  mkdirSync(join(folder, "build"));
  writeFileSync(join(folder, "build/broken.node"), "not a library");
  expect(() => load(["prebuilds/none.node", "build/broken.node"], pathToFileURL(`${folder}/`))).toThrow(
    expect.objectContaining({
      type: ErrorType.Disabled,
      code: "addon_unavailable",
      message: expect.stringMatching(/prebuilds\/none\.node: not there; build\/broken\.node: \S/),
      hint: expect.stringContaining("npm run build:native"),
    }),
  );
});
