import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** The true path of a folder that is removed with all that is in it when the test ends. */
export function temporaryFolder(): string {
  const { folder, remove } = makeFolder();
  onTestFinished(remove);
  return folder;
}

/** The same for all tests of a file. */
export function sharedFolder(): string {
  const { folder, remove } = makeFolder();
  afterAll(remove);
  return folder;
}

function makeFolder() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "slashpass-test-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
