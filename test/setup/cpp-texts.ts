import { isSentence, listBelow, type ListedTexts } from "./texts.ts";

/** A comment, a preprocessor line, a character literal, or a string literal, whose content is the capture group. */
const token = /\/\/.*|^[ \t]*#.*|'(?:[^'\\]|\\.)+'|"((?:[^"\\\n]|\\.)*)"/gm;

/** The source between two string literals of one message: empty, or an inserted expression. */
const filled = /^\s*(?:\)?s?\s*\+\s*([^";]+?)\s*\+\s*)?L?$/;

/** Lists the messages in the C++ sources under `root`, tests excluded. The counterpart of {@link listTexts} for TypeScript. */
export function listCppTexts(root: string): ListedTexts[] {
  return listBelow(root, /^(?!testing\/).*(?<!_test|_fuzz)\.(?:cpp|h)$/, textsOfCpp);
}

/** Returns the sentences, and parts of sentences, in a C++ source. */
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
