import { expect, test } from "vitest";
import { isolateDirections, quote, showControls } from "../../../../src/commands/plan/plan-text.ts";

test.each([
  ["an escape sequence", "\u{1b}[2J", "\\u{1b}[2J"],
  ["one in a single character", "\u{9b}2J", "\\u{9b}2J"],
  ["a line break", "a\nb\rc\u{2028}d", "a\\u{a}b\\u{d}c\\u{2028}d"],
  ["a change of direction", "a\u{202e}b\u{2069}c\u{200f}", "a\\u{202e}b\\u{2069}c\\u{200f}"],
  ["what nobody sees", "a\u{200b}\u{ad}\u{feff}\u{e0041}", "a\\u{200b}\\u{ad}\\u{feff}\\u{e0041}"],
  ["half a character", "a\u{d83d}", "a\\u{d83d}"],
])("escapes %s", (_, text, shown) => {
  expect(showControls(text)).toBe(shown);
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
