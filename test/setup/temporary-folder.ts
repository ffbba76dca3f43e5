import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

const prefix = "slashpass-test-";

/** Creates a directory that is removed when the test ends, and returns its real path. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  onTestFinished(() => remove(folder));
  return folder;
}

/**
 * Like {@link temporaryFolder}, but for all tests in a file. Creates no directory if all of them are skipped, because it would
 * never be removed.
 */
export function sharedFolder(): string {
  const folder = join(realpathSync(tmpdir()), `${prefix}${randomUUID().slice(0, 8)}`);
  beforeAll(() => mkdirSync(folder));
  afterAll(() => remove(folder));
  return folder;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
