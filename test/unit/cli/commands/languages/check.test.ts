import { expect, it } from "vitest";
import { languageFile, longCommand, translatedGame } from "../../../../setup/program/translated-game.ts";
import { expectEnd } from "../../../../setup/program/one-line.ts";

const ping = { name: "ping", description: "Answers." };
const knock = { name: "knock", description: "ping" };

it("prints each language's summary, then its problems", async () => {
  const { run } = translatedGame([ping, knock], {
    "languages/de.json": languageFile("de", {
      "slash/ping.name": "Klopf",
      "slash/ping.description": "Antwortet.",
      "slash/gone.name": "weg",
    }),
    "languages/en-GB.json": languageFile("en-GB", { "slash/knock.name": "ping" }, "knock"),
  });
  const { code, stdout } = await run("commands languages check");
  expect(code).toBe(3);
  await expect(stdout).toMatchFileSnapshot("../../../../golden/program/languages-check.txt");
});

it("succeeds if all strings are translated and the fallback is a related language", async () => {
  const all = { "slash/ping.name": "klopf", "slash/ping.description": "Antwortet." };
  const de = languageFile("de", all);
  Object.assign(de.texts, { "slash/ping.description": { source: "Answers.", text: "Ja." } });
  const { read } = translatedGame([ping], { "languages/de.json": de });
  expect(await read("commands languages check")).toMatchObject({
    code: 0,
    result: { languages: [{ locale: "de", total: 2, translated: 2, missing: [] }], fallbacks: [] },
  });
});

it("prints all findings, their positions and all widths as JSON", async () => {
  const { read } = translatedGame([ping], {
    "languages/de.json": languageFile("de", { "slash/ping.name": "Klopf" }),
  });
  expect(await read("commands languages check")).toMatchObject({
    code: 3,
    result: {
      languages: [
        {
          findings: [{ key: "slash/ping.name", finding: { rule: "name-lowercase", line: 6 } }],
          widths: [{ key: "slash/ping.name", width: 5, limit: 32 }],
        },
      ],
    },
  });
});

it("prints only the first twenty problems", async () => {
  const many = Array.from({ length: 15 }, (_, index) => ({ name: `c${index}`, description: "Does." }));
  const { run } = translatedGame(many, { "languages/de.json": languageFile("de", {}) });
  const { stdout } = await run("commands languages check");
  expect(stdout.match(/^de missing/gm)).toHaveLength(20);
  expect(stdout).toContain("de: 10 more; use --json to list them all.");
});

it("fails if there are no languages", async () => {
  await expectEnd(translatedGame([ping]).run("commands languages check"), 2, "There are no languages yet.");
});

it("reports commands that exceed the size limit because of their translations", async () => {
  const { command, keys, source, translation } = longCommand();
  const texts = Object.fromEntries(keys.map((key) => [key, translation]));
  const { run, read } = translatedGame([command], { "languages/de.json": languageFile("de", texts, source) });
  expect((await run("commands languages check")).stdout).toMatch(
    /^commands\.json error ping\n[^[]*\[command-size\]/m,
  );
  expect(await read("commands languages check")).toMatchObject({
    code: 3,
    result: { findings: [{ rule: "command-size" }] },
  });
});
