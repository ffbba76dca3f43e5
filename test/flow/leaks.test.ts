import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const program = new URL("fixtures/many-authorizations.js", import.meta.url).pathname;

interface Report {
  readonly endings: Record<string, number>;
  readonly grown: number;
  readonly resources: readonly string[];
}

it("#20 #77 #78 1,000 authorizations, of which a third is aborted and a third times out, leave nothing behind", async () => {
  const { stdout, stderr } = await run(process.execPath, ["--expose-gc", program, "999"]);
  const { endings, grown, resources } = JSON.parse(stdout) as Report;
  expect(endings).toEqual({ aborted: 333, timeout: 333, returned: 333 });
  expect(resources).toEqual([]);
  // Less than a kilobyte each; one kept listener or error would be more.
  expect(grown).toBeLessThan(999 * 1024);
  expect(stderr).toBe("");
});
