const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
    .source;
/** Matches from the first to the last right-to-left character between two quotes. */
const runs = new RegExp(`${rightToLeft}(?:[^"→]*${rightToLeft})?`, "gu");

/** Printable ASCII: a cheap check for the common case. */
const plain = /^[ -~]*$/;

/** Characters that control a terminal, or change the direction or appearance of surrounding text. */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e0fff}]/gu;

export function showControls(text: string): string {
  return plain.test(text)
    ? text
    : text.replaceAll(unsafe, (mark) => `\\u{${(mark.codePointAt(0) as number).toString(16)}}`);
}

export function quote(text: string): string {
  return showControls(JSON.stringify(text));
}

/**
 * Isolates right-to-left runs (Unicode UAX #9), because a terminal would otherwise show the old value to the right of the new
 * one.
 */
export function isolateDirections(line: string): string {
  return plain.test(line) ? line : line.replaceAll(runs, "\u{2068}$&\u{2069}");
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u{3000}-\u{303f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\p{Emoji_Presentation}\u{fe0f}]/u;
const visible = /[^\p{M}\p{Cf}]/u;

export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + columnsOf(character), 0);
}

function columnsOf(character: string): number {
  if (wide.test(character)) return 2;
  return visible.test(character) ? 1 : 0;
}

export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const end = (): void => {
    if (line.trimEnd() !== "") lines.push(line.trimEnd());
    line = "";
    used = 0;
  };
  for (const word of text.match(/ *[^ ]+/g) ?? []) {
    if (used + widthOf(word) > columns) end();
    for (const [part, width] of fittingParts(line === "" ? word.trimStart() : word, columns)) {
      if (used + width > columns) end();
      line += part;
      used += width;
    }
  }
  end();
  return lines;
}

type Part = readonly [text: string, width: number];

function fittingParts(word: string, columns: number): readonly Part[] {
  const width = widthOf(word);
  if (width <= columns) return [[word, width]];
  const steps = word.split(/(?=\.\w)/);
  if (steps.length > 1) return steps.flatMap((each) => fittingParts(each, columns));
  return charactersOf(word).map((character) => [character, columnsOf(character)]);
}

let segmenter: Intl.Segmenter | undefined;

export function charactersOf(text: string): string[] {
  if (plain.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
