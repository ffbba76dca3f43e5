import { describe, expect, it } from "vitest";
import { abortedError } from "../../../src/core/errors.ts";
import { systemErrorCode, lockFailed } from "../../../src/store/runtime-folder.ts";

const systemError = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

describe("lockFailed", () => {
  it.each([
    [systemError, "ENOSPC"],
    [new Error("who knows"), "unknown"],
  ])("includes the directory and the system's error code: %s", (error, word) => {
    const failed = lockFailed("/run/user/1/slashpass", error);
    expect(failed).toMatchObject({ type: 4, code: "lock_failed" });
    expect(failed.message).toContain(`in /run/user/1/slashpass (${word})`);
  });

  it("returns an error of the library unchanged", () => {
    const aborted = abortedError("Waiting");
    expect(lockFailed("/folder", aborted)).toBe(aborted);
  });
});

it.each([
  [systemError, "ENOSPC"],
  [new Error("without a code"), "unknown"],
])("reads the system's code of %s", (error, word) => {
  expect(systemErrorCode(error)).toBe(word);
});
