import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cases } from "../../setup/cases.ts";
import { outputOf } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";

test("survives workers being terminated mid-call and exits by itself", needs("whole programs"), async () => {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-teardown-"));
  const script = fileURLToPath(new URL("teardown.mjs", import.meta.url));
  const stdout = await outputOf(process.execPath, [script, folder, String(cases(20, 4))]);
  rmSync(folder, { recursive: true });
  expect(stdout).toBe("alive\n");
});
