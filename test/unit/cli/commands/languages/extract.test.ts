import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languageFile, translatedGame } from "../../../../setup/program/translated-game.ts";
import { folderWith } from "../../../../setup/program/game-folder.ts";
import { expectEnd, oneLine } from "../../../../setup/program/one-line.ts";
import { runInProcess } from "../../../../setup/program/run-in-process.ts";

const ping = { name: "ping", description: "Answers." };

it("creates new languages and updates existing ones without losing translations", async () => {
  const { cwd, run } = translatedGame([ping], {
    "languages/fr.json": languageFile("fr", {
      "slash/ping.description": "Répond.",
      "slash/gone.name": "allé",
    }),
  });
  const { code, stdout } = await run("commands languages extract de");
  expect([code, stdout]).toEqual([0, "de: 2 texts, 2 missing, 0 stale: languages/de.json\n"]);
  expect((await run("commands languages extract")).stdout).toBe(
    "de: 2 texts, 2 missing, 0 stale: languages/de.json\nfr: 2 texts, 1 missing, 1 stale: languages/fr.json\n",
  );
  expect(JSON.parse(readFileSync(join(cwd, "languages/fr.json"), "utf8"))).toMatchObject({
    texts: {
      "slash/ping.description": { source: "Answers.", text: "Répond.", stale: true },
      "slash/gone.name": { text: "allé" },
    },
  });
  expect(readdirSync(join(cwd, "languages"))).toEqual(["de.json", "fr.json"]);
});

it("includes translations from the definitions", async () => {
  const { read } = translatedGame([{ ...ping, name_localizations: { ja: "ピン" } }]);
  expect(await read("commands languages extract")).toMatchObject({
    result: { texts: 2, languages: [{ locale: "ja", missing: 1, stale: 0, unused: 0 }] },
  });
});

it("writes separate files for translators and does not overwrite them by default", async () => {
  const { cwd, run } = translatedGame([ping], { "languages/de.json": languageFile("de", {}) });
  const before = readFileSync(join(cwd, "languages/de.json"), "utf8");
  await run("commands languages extract --to out --source fr");
  await run("commands languages extract --to out --format po");
  await run("commands languages extract --to out --format json");
  expect(readdirSync(join(cwd, "out"))).toEqual(["de.json", "de.po", "de.xlf"]);
  expect(readFileSync(join(cwd, "out/de.xlf"), "utf8")).toContain('source-language="fr"');
  expect(readFileSync(join(cwd, "languages/de.json"), "utf8")).toBe(before);
  const { stderr } = await run("commands languages extract --to out");
  expect(oneLine(stderr)).toContain("would be overwritten");
  expect((await run("commands languages extract --to out --force")).code).toBe(0);
});

it.each([
  ["commands languages extract", "There are no languages yet."],
  ["commands languages extract xx", "The service does not support the locale 'xx'."],
  ["commands languages extract de --source xx", "The service does not support the locale 'xx'."],
  ["commands languages extract de --format po", "Specify the destination with --to."],
])("rejects %s", async (line, words) => {
  await expectEnd(translatedGame([ping]).run(line), 2, words);
});

it("requires a languages directory in the config", async () => {
  const config = { environments: { a: { applicationId: "1400000000000000001" } }, commands: "c.json" };
  const cwd = folderWith({ "slashpass.config.json": config, "c.json": [ping] });
  const run = runInProcess(["commands", "languages", "extract", "de"], { cwd });
  await expectEnd(run, 2, 'languages: "./languages"');
});
