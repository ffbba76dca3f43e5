import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { outputOf } from "../../setup/child-process.ts";

test("workers that are terminated in mid-call leave the process alive, and it ends by itself", async () => {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-teardown-"));
  const script = fileURLToPath(new URL("teardown.mjs", import.meta.url));
  const stdout = await outputOf(process.execPath, [script, folder]);
  rmSync(folder, { recursive: true });
  expect(stdout).toBe("alive\n");
});
