import { afterEach, beforeEach, vi } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** A runtime folder for each test of the file, in which locks and stamps are kept. The function tells that of the running test. */
export function ownRuntimeFolder(): () => string {
  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
    vi.stubEnv("XDG_RUNTIME_DIR", folder);
  });
  afterEach(() => void vi.unstubAllEnvs());
  return () => folder;
}
