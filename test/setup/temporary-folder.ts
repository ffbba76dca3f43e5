import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

const prefix = "slashpass-test-";

/** The true path of a folder that is removed with all that is in it when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  onTestFinished(() => remove(folder));
  return folder;
}

/** The same for all tests of a file. A file whose tests are all skipped makes none: it would not remove it either. */
export function sharedFolder(): string {
  const folder = join(realpathSync(tmpdir()), `${prefix}${randomUUID().slice(0, 8)}`);
  beforeAll(() => mkdirSync(folder));
  afterAll(() => remove(folder));
  return folder;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
