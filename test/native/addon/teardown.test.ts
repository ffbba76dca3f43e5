import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("workers that are terminated in mid-call leave the process alive, and it ends by itself", async () => {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-teardown-"));
  const script = fileURLToPath(new URL("teardown.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder], { timeout: 20_000 });
  rmSync(folder, { recursive: true });
  expect(stdout).toBe("alive\n");
});
