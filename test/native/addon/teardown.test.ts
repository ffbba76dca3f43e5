import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("workers that are terminated in mid-call leave the process alive, and it ends by itself", async () => {
  const script = fileURLToPath(new URL("teardown.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 20_000 });
  expect(stdout).toBe("alive\n");
});
