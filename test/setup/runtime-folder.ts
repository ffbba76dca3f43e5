import { afterEach, beforeEach, vi } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/**
 * Sets a separate runtime directory, which contains locks and stamps, for each test in the file. Returns a function that returns
 * the current test's directory.
 */
export function ownRuntimeFolder(): () => string {
  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
    vi.stubEnv("XDG_RUNTIME_DIR", folder);
  });
  afterEach(() => void vi.unstubAllEnvs());
  return () => folder;
}
