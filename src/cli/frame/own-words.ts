/** The arguments for this program: those after `--` are for another one. */
export function ownWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end === -1 ? words : words.slice(0, end);
}
