import { isSentence, listBelow, type ListedTexts } from "./texts.ts";

/** A comment, a line of the preprocessor, a character, or a string literal: its content is the group. */
const token = /\/\/.*|^[ \t]*#.*|'(?:[^'\\]|\\.)+'|"((?:[^"\\\n]|\\.)*)"/gm;

/** What stands between two literals of one text: nothing, or something that is put in. */
const filled = /^\s*(?:\)?s?\s*\+\s*([^";]+?)\s*\+\s*)?L?$/;

/** Every text in the C++ sources below `root` but those of tests, as {@link listTexts} has those of TypeScript. */
export function listCppTexts(root: string): ListedTexts[] {
  return listBelow(root, /^(?!testing\/).*(?<!_test|_fuzz)\.(?:cpp|h)$/, textsOfCpp);
}

/** The sentences of one C++ source, and its parts of sentences. */
export function textsOfCpp(source: string): string[] {
  const found: string[] = [];
  let end = -1;
  for (const match of source.matchAll(token)) {
    const text = match[1]?.replaceAll(/\\(["\\])/g, "$1");
    if (text === undefined) continue;
    const between = end < 0 ? null : filled.exec(source.slice(end, match.index));
    const before = between ? `${found.pop() ?? ""}${between[1] === undefined ? "" : `{${between[1]}}`}` : "";
    found.push(before + text);
    end = match.index + match[0].length;
  }
  return found.filter(isSentence);
}
