import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cases } from "../../setup/cases.ts";
import { outputOf } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

test("survives workers being terminated mid-call and exits by itself", needs("whole programs"), async () => {
  const script = fileURLToPath(new URL("teardown.mjs", import.meta.url));
  const stdout = await outputOf(process.execPath, [script, temporaryFolder(), String(cases(20, 4))]);
  expect(stdout).toBe("alive\n");
});
