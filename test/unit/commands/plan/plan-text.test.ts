import * as fc from "fast-check";
import { expect, test, describe } from "vitest";
import {
  isolateDirections,
  quote,
  showControls,
  charactersOf,
  widthOf,
  wrap,
} from "../../../../src/commands/plan/plan-text.ts";
import { shorten } from "../../../../src/commands/plan/format-plan.ts";

test.each([
  ["an escape sequence", "\u{1b}[2J", "\\u{1b}[2J"],
  ["a single-character escape sequence", "\u{9b}2J", "\\u{9b}2J"],
  ["a line break", "a\nb\rc\u{2028}d", "a\\u{a}b\\u{d}c\\u{2028}d"],
  ["direction changes", "a\u{202e}b\u{2069}c\u{200f}", "a\\u{202e}b\\u{2069}c\\u{200f}"],
  ["invisible characters", "a\u{200b}\u{ad}\u{feff}\u{e0041}", "a\\u{200b}\\u{ad}\\u{feff}\\u{e0041}"],
  ["a lone surrogate", "a\u{d83d}", "a\\u{d83d}"],
])("escapes %s", (_, text, printed) => {
  expect(showControls(text)).toBe(printed);
});

test.each(["Spaß", "名前", "ניקוד", "👩\u{200d}👩\u{200d}👧", "क\u{94d}\u{200c}ष"])(
  "keeps %s unchanged",
  (text) => {
    expect(showControls(text)).toBe(text);
  },
);

test("escapes quotes and control characters in a quoted string", () => {
  expect(quote('say "hi"\n\u{7f}\u{1b}')).toBe(String.raw`"say \"hi\"\n\u{7f}\u001b"`);
});

test("isolates each right-to-left string", () => {
  expect(isolateDirections('~ "אב ג" → "דה", "Play"')).toBe(
    '~ "\u{2068}אב ג\u{2069}" → "\u{2068}דה\u{2069}", "Play"',
  );
  expect(isolateDirections('~ "a" → "b"')).toBe('~ "a" → "b"');
});

describe("text width", () => {
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

  test("breaks lines between words, or else inside a word, but never inside a character", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("abcdefgh ij", 3)).toEqual(["abc", "def", "gh", "ij"]);
    expect(wrap("名前名前", 5)).toEqual(["名前", "名前"]);
    expect(wrap("   ", 5)).toEqual([]);
  });

  test("breaks a path between segments if it is too long for a line", () => {
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

  test("shortens a string without splitting a character", () => {
    expect(shorten("abc", 3)).toBe("abc");
    expect(shorten("👩\u{200d}👧👩\u{200d}👧👩\u{200d}👧", 2)).toBe("👩\u{200d}👧…");
    expect(charactersOf("e\u{301}x")).toEqual(["e\u{301}", "x"]);
  });
});
