import { expect, test } from "vitest";
import { listTexts, textsOf } from "../../setup/texts.ts";

/** Translations, which have a test of their own; a list of schemes; rules of stores, which are titles of tests; and scripts. */
const apart = [
  "redirect/page-texts.ts",
  "redirect/page-texts-english.ts",
  "redirect/reserved-schemes.ts",
  "store/contract.ts",
  ...["bash", "fish", "powershell", "zsh"].map((shell) => `cli/completion/${shell}.ts`),
  ...["limit", "lock", "session", "token"].map((kind) => `redis/${kind}-scripts.ts`),
];

test("every text of the library stands in one file, to be read aloud from top to bottom", async () => {
  const lines = listTexts("src")
    .filter(({ file }) => !apart.includes(file))
    .flatMap(({ file, texts }) => ["", file, ...texts.map((text) => `  ${text}`)]);
  await expect(`${lines.join("\n").trim()}\n`).toMatchFileSnapshot("../../golden/texts.txt");
});

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
