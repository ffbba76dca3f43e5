import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withProcessLock } from "../../../src/store/process-lock.ts";
import { ownRuntimeFolder } from "../../setup/runtime-folder.ts";

const folder = ownRuntimeFolder();

const done = () => Promise.resolve("done");

describe("invalid signal", () => {
  it.each([{}, null, "abort", new AbortController(), { aborted: false, addEventListener() {} }])(
    "is rejected before anything starts: %o",
    async (signal) => {
      const failed = withProcessLock("name", done, signal as unknown as AbortSignal);
      await expect(failed).rejects.toMatchObject({ type: 6, code: "invalid_signal" });
      expect(existsSync(join(folder(), "slashpass"))).toBe(false);
    },
  );
});
