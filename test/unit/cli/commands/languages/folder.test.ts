import { join } from "node:path";
import { expect, it } from "vitest";
import { readLanguageFile, readLanguages } from "../../../../../src/cli/commands/languages/folder.ts";
import { folderWith } from "../../../../setup/program/game-folder.ts";
import { languageFile } from "../../../../setup/program/translated-game.ts";

it("reads each language file in the directory and ignores other files", async () => {
  const folder = folderWith({
    "fr.json": languageFile("fr", {}),
    "de.json": languageFile("de", { "slash/ping.name": "klopf" }),
    "README.md": "How we translate.",
    "de.po": "not read",
  });
  const files = await readLanguages(folder);
  expect(files.map(({ path, language }) => [path, language.locale])).toEqual([
    [join(folder, "de.json"), "de"],
    [join(folder, "fr.json"), "fr"],
  ]);
  expect(await readLanguages(undefined)).toEqual([]);
});

it("rejects a missing directory, because a plan would then remove all translations", async () => {
  const folder = folderWith({ "a.json": "{}" });
  await expect(readLanguages(join(folder, "none"))).rejects.toMatchObject({
    code: "file_unreadable",
    message: expect.stringContaining("it does not exist"),
  });
  await expect(readLanguages(join(folder, "a.json"))).rejects.toMatchObject({
    message: expect.stringContaining("ENOTDIR"),
  });
});

it.each([
  ["de.json", languageFile("fr", {}), "its locale is fr, but it is not named fr.json", "language_invalid"],
  ["de.json", { locale: "de" }, "file.texts is missing", "language_invalid"],
])("names the invalid file %s", async (name, content, words, code) => {
  const folder = folderWith({ [name]: content });
  await expect(readLanguages(folder)).rejects.toMatchObject({
    code,
    exitCode: 2,
    message: expect.stringMatching(new RegExp(`${name} cannot be used: .*${words}`)),
  });
});

it("selects the format by file extension", async () => {
  const header = 'msgid ""\nmsgstr "Language: de\\n"\n';
  const xliff = '<xliff version="1.2"><file target-language="it"/></xliff>';
  const cwd = folderWith({
    "a.PO": header,
    "b.xlf": xliff,
    "c.xliff": xliff,
    "d.json": languageFile("fr", {}),
  });
  const read = async (name: string) => (await readLanguageFile(join(cwd, name))).locale;
  expect(await Promise.all(["a.PO", "b.xlf", "c.xliff", "d.json"].map(read))).toEqual([
    "de",
    "it",
    "it",
    "fr",
  ]);
  await expect(read("e.csv")).rejects.toMatchObject({ code: "misunderstood" });
  await expect(read("e.po")).rejects.toMatchObject({ code: "file_unreadable" });
});
