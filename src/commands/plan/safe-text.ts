/** What a terminal obeys or what changes the direction or the look of the text around it. */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e0fff}]/gu;

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
    .source;
/** From the first character of this direction to the last, within one pair of quotes. */
const runs = new RegExp(`${rightToLeft}(?:[^"→]*${rightToLeft})?`, "gu");

/** The text with everything shown that would else act: escape sequences, line breaks, marks of direction. */
export function showControls(text: string): string {
  return text.replaceAll(unsafe, (mark) => `\\u{${(mark.codePointAt(0) as number).toString(16)}}`);
}

/** The text in quotes, on one line, and harmless. */
export function quote(text: string): string {
  return showControls(JSON.stringify(text));
}

/**
 * A finished line in which text from right to left keeps to its place: its parts are isolated (Unicode UAX 9), else a
 * terminal would show what changed to the right of what it changed to.
 */
export function isolateDirections(line: string): string {
  return line.replaceAll(runs, "\u{2068}$&\u{2069}");
}
