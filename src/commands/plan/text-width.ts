const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u{3000}-\u{303f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\p{Emoji_Presentation}\u{fe0f}]/u;
const visible = /[^\p{M}\p{Cf}]/u;

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each. */
export function charactersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns of a terminal a text takes: two for what is as wide as it is high, none for marks. */
export function widthOf(text: string): number {
  return charactersOf(text).reduce((sum, character) => sum + columnsOf(character), 0);
}

function columnsOf(character: string): number {
  if (wide.test(character)) return 2;
  return visible.test(character) ? 1 : 0;
}

/** Breaks a text into lines of at most so many columns: between words, and inside a word that fits on no line. */
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
    for (const character of charactersOf(line === "" ? word.trimStart() : word)) {
      const width = columnsOf(character);
      if (used + width > columns) end();
      line += character;
      used += width;
    }
  }
  end();
  return lines;
}

/** The start of a text, at most so many characters long. */
export function shorten(text: string, most: number): string {
  // No character has less than one unit.
  if (text.length <= most) return text;
  const characters = charactersOf(text);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}
