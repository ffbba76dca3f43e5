import { expect, test } from "vitest";
import { listCppTexts, textsOfCpp } from "../../setup/cpp-texts.ts";
import { type ListedTexts, listTexts, textsOf } from "../../setup/texts.ts";

/** Translations, which have a test of their own; a list of schemes; rules of stores, which are titles of tests; and scripts. */
const apart = [
  "redirect/page-texts.ts",
  "redirect/page-texts-english.ts",
  "redirect/reserved-schemes.ts",
  "store/contract.ts",
  "base/reserved_schemes.h",
  ...["bash", "fish", "powershell", "zsh"].map((shell) => `cli/completion/${shell}.ts`),
  ...["limit", "lock", "session", "token"].map((kind) => `redis/${kind}-scripts.ts`),
];

test("every text of the library stands in one file, to be read aloud from top to bottom", async () => {
  const lists = [...linesOf("", listTexts("src")), ...linesOf("native/", listCppTexts("native"))];
  await expect(`${lists.join("\n").trim()}\n`).toMatchFileSnapshot("../../golden/texts.txt");
});

function linesOf(folder: string, lists: readonly ListedTexts[]): string[] {
  return lists
    .filter(({ file }) => !apart.includes(file))
    .flatMap(({ file, texts }) => ["", folder + file, ...texts.map((text) => `  ${text}`)]);
}

test.each([
  ['throw fail("The port is taken.", "Choose another one.")', ["The port is taken.", "Choose another one."]],
  ["fail(`The port ${port} is taken.`)", ["The port {port} is taken."]],
  ['fail("It is long, " + `so ${it} goes on.`)', ["It is long, so {it} goes on."]],
  ["aborted(`${operation} was aborted.`)", ["{operation} was aborted."]],
  [
    'fail("--port takes a number.", "200 commands a day.")',
    ["--port takes a number.", "200 commands a day."],
  ],
  ['fail("Write role:<id>, or everyone.", "Try again.")', ["Write role:<id>, or everyone.", "Try again."]],
  ['say("[withheld: no addon]", "`read` gave nothing.")', ["[withheld: no addon]", "`read` gave nothing."]],
  ["key(`${method} ${path} ${id}`, `<svg x='1' y='2'>`)", []],
  ['const word = "invalid_port"; // The port is taken.', []],
])("of %s they are %j", (source, texts) => {
  expect(textsOf(source)).toEqual(texts);
});

test.each([
  ['fail("The file " + name + " is gone.", "no_file")', ["The file {name} is gone."]],
  ['fail(std::string("The pipe \\"") + name_ + "\\" is taken.")', ['The pipe "{name_}" is taken.']],
  ['refuse("The system starts "\n  "no more threads.")', ["The system starts no more threads."]],
  ['// "It is a comment."\n#include "a.h"\ncode(\'"\'), "no_text"', []],
])("of C++, %s, they are %j", (source, texts) => {
  expect(textsOfCpp(source)).toEqual(texts);
});
