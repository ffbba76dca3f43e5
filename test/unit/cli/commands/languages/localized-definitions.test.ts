import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadDefinitions } from "../../../../../src/cli/commands/source.ts";
import { oneLine } from "../../../../setup/program/one-line.ts";
import { translatedGame, languageFile } from "../../../../setup/program/translated-game.ts";

const ping = { name: "ping", description: "Answers." };

function load(commands: unknown, files: Readonly<Record<string, unknown>>) {
  const { cwd } = translatedGame(commands, files);
  return loadDefinitions(`${cwd}/commands.json`, { guildId: undefined, languagesFolder: `${cwd}/languages` });
}

it("adds translations to definitions, and reports findings at their line in the language file", async () => {
  const de = languageFile("de", { "slash/ping.description": "Antwortet.", "slash/ping.name": "Klopf" });
  const { commands, findings } = await load([ping], { "languages/de.json": de });
  expect(commands).toMatchObject([{ description_localizations: { de: "Antwortet." } }]);
  expect(findings).toMatchObject([
    { finding: { rule: "name-lowercase" }, place: { path: expect.stringContaining("de.json"), line: 10 } },
  ]);
});

it("reports a finding in a definition's own translation at the definition", async () => {
  const own = { ...ping, name_localizations: { de: "Klopf" } };
  const { findings } = await load([own], { "languages/de.json": languageFile("de", {}) });
  expect(findings).toMatchObject([{ place: { path: expect.stringContaining("commands.json") } }]);
});

it("rejects duplicate translations, and reports definitions that are not a list", async () => {
  const own = { ...ping, name_localizations: { de: "poch" } };
  const de = { "languages/de.json": languageFile("de", { "slash/ping.name": "klopf" }) };
  await expect(load([own], de)).rejects.toMatchObject({ code: "language_invalid", exitCode: 2 });
  expect((await load(5, de)).findings).toMatchObject([{ finding: { rule: "set-list" } }]);
});

it("rejects a plan if the languages directory is missing, and reports findings in validate", async () => {
  const game = translatedGame([ping]);
  const planned = await game.run("commands plan");
  expect([planned.code, oneLine(planned.stderr)]).toEqual([
    2,
    expect.stringContaining("there is no such folder"),
  ]);
  const wrong = translatedGame([ping], {
    "languages/de.json": languageFile("de", { "slash/ping.name": "Klopf" }),
  });
  const { code, stdout } = await wrong.run("commands validate");
  expect([code, stdout]).toEqual([3, expect.stringContaining("languages/de.json:6:")]);
  expect(readFileSync(`${wrong.cwd}/languages/de.json`, "utf8")).toContain("Klopf");
});
