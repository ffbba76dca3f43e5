// npm run texts [-- WORD]: prints the program's messages by file; with WORD, only for files whose path contains it.
import { isSentence, listBelow, listTexts, type ListedTexts } from "./texts.ts";

/** Matches a comment, a preprocessor line, a character literal, or a string literal, whose content is the capture group. */
const token = /\/\/.*|^[ \t]*#.*|'(?:[^'\\]|\\.)+'|"((?:[^"\\\n]|\\.)*)"/gm;

/** Matches the source between two string literals of one message: nothing, or an inserted expression. */
const filled = /^\s*(?:\)?s?\s*\+\s*([^";]+?)\s*\+\s*)?L?$/;

const [word = ""] = process.argv.slice(2);
const below = (folder: string, all: readonly ListedTexts[]) =>
  all.map(({ file, texts }) => ({ file: `${folder}/${file}`, texts }));

for (const { file, texts } of [
  ...below("src", listTexts("src")),
  ...below("native", listCppTexts("native")),
]) {
  if (file.includes(word)) process.stdout.write(`${file}\n${texts.map((text) => `  ${text}\n`).join("")}\n`);
}

/** Lists the messages in the C++ sources under `root`, excluding tests, as {@link listTexts} does for TypeScript. */
function listCppTexts(root: string): ListedTexts[] {
  return listBelow(root, /^(?!testing\/).*(?<!_test|_fuzz)\.(?:cpp|h)$/, textsOfCpp);
}

/** Returns the sentences, and parts of sentences, in a C++ source. */
function textsOfCpp(source: string): string[] {
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
