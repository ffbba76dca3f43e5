import * as fc from "fast-check";
import { expect, test } from "vitest";
import { charactersOf, widthOf, wrap } from "../../../../src/commands/plan/plan-text.ts";
import { shorten } from "../../../../src/commands/plan/format-plan.ts";

test.each([
  ["abc", 3],
  ["名前", 4],
  ["e\u{301}", 1],
  ["👩\u{200d}👩\u{200d}👧", 2],
  ["\u{2068}\u{2069}", 0],
  ["ｆｕｌｌ", 8],
  ["한글", 4],
])("measures %j as %i columns wide", (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test("breaks lines between words, or else inside a word but never inside a character", () => {
  expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrap("abcdefgh ij", 3)).toEqual(["abc", "def", "gh", "ij"]);
  expect(wrap("名前名前", 5)).toEqual(["名前", "名前"]);
  expect(wrap("   ", 5)).toEqual([]);
});

test("breaks a path that is too long for a line between its segments", () => {
  expect(wrap('options["first"].options["second"]: integer', 20)).toEqual([
    'options["first"]',
    '.options["second"]:',
    "integer",
  ]);
});

test("keeps every line within the width and loses only spaces", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "bc", " ", "名", "e\u{301}", "👩\u{200d}👧", "-", ".a"),
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 12 }), (whole, columns) => {
      const lines = wrap(whole, columns);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      expect(lines.join("").replaceAll(" ", "")).toBe(whole.replaceAll(" ", ""));
    }),
  );
});

test("shortens a string between characters", () => {
  expect(shorten("abc", 3)).toBe("abc");
  expect(shorten("👩\u{200d}👧👩\u{200d}👧👩\u{200d}👧", 2)).toBe("👩\u{200d}👧…");
  expect(charactersOf("e\u{301}x")).toEqual(["e\u{301}", "x"]);
});
