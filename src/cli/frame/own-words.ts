/** Of the words that were typed, those for this program: what stands behind `--` is another one's. */
export function ownWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end === -1 ? words : words.slice(0, end);
}
