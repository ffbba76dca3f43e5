import { expect, it } from "vitest";
import { counted, shown } from "../../../../src/cli/frame/shown.ts";

it("spells out what a terminal would obey, and leaves the rest", () => {
  expect(shown("a\u001B[2Jb\nc\u202Ed 漢字 🎮")).toBe("a\\u001b[2Jb\\u000ac\\u202ed 漢字 🎮");
});

it("counts", () => {
  expect([counted(0, "error"), counted(1, "error"), counted(2, "entry", "entries")]).toEqual([
    "0 errors",
    "1 error",
    "2 entries",
  ]);
});
