import { describe, expect, it } from "vitest";
import { abortedError } from "../../../src/core/errors.ts";
import { codeOf, lockFailed } from "../../../src/store/runtime-folder.ts";

const systemError = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

describe("A lock that the system refuses", () => {
  it.each([
    [systemError, "ENOSPC"],
    [new Error("who knows"), "unknown"],
  ])("is told with its folder and the system's word: %s", (error, word) => {
    const failed = lockFailed("/run/user/1/slashpass", error);
    expect(failed).toMatchObject({ type: 4, code: "lock_failed" });
    expect(failed.message).toContain(`in /run/user/1/slashpass (${word})`);
  });

  it("keeps an error that already says more", () => {
    const aborted = abortedError("Waiting");
    expect(lockFailed("/folder", aborted)).toBe(aborted);
  });
});

it.each([
  [systemError, "ENOSPC"],
  [new Error("without a code"), "unknown"],
])("The system's word for %s", (error, word) => {
  expect(codeOf(error)).toBe(word);
});
