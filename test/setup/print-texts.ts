// npm run texts [-- WORD]: prints the program's messages by file; with WORD, only for files whose path contains it.
import { listCppTexts } from "./cpp-texts.ts";
import { listTexts, type ListedTexts } from "./texts.ts";

const [word = ""] = process.argv.slice(2);
const below = (folder: string, all: readonly ListedTexts[]) =>
  all.map(({ file, texts }) => ({ file: `${folder}/${file}`, texts }));

for (const { file, texts } of [
  ...below("src", listTexts("src")),
  ...below("native", listCppTexts("native")),
]) {
  if (file.includes(word)) process.stdout.write(`${file}\n${texts.map((text) => `  ${text}\n`).join("")}\n`);
}
