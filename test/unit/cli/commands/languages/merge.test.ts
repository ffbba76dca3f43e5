import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languageFile, longCommand, translatedGame } from "../../../../setup/program/translated-game.ts";
import { expectEnd } from "../../../../setup/program/one-line.ts";

const ping = { name: "ping", description: "Answers." };
const po = (...entries: readonly (readonly [key: string, source: string, text: string])[]) =>
  [
    'msgid ""\nmsgstr "Language: de\\n"',
    ...entries.map(([key, source, text]) => `msgctxt "${key}"\nmsgid "${source}"\nmsgstr "${text}"`),
  ].join("\n\n");

it("merges translations from several files for one language and reports unknown keys", async () => {
  const { cwd, run } = translatedGame([ping], {
    "languages/de.json": languageFile("de", { "slash/ping.name": "poch" }),
    "one.po": po(["slash/ping.name", "ping", "klopf"], ["slash/gone.name", "gone", "weg"]),
    "two.po": po(["slash/ping.description", "Answered.", "Antwortet."]),
  });
  const { code, stdout } = await run("commands languages merge one.po two.po");
  expect([code, stdout]).toEqual([
    0,
    "one.po: 1 translation imported into languages/de.json\n" +
      "  skipped: unknown key: slash/gone.name\n" +
      "two.po: 1 translation imported into languages/de.json\n",
  ]);
  expect(JSON.parse(readFileSync(join(cwd, "languages/de.json"), "utf8"))).toMatchObject({
    locale: "de",
    texts: {
      "slash/ping.name": { source: "ping", text: "klopf" },
      "slash/ping.description": { source: "Answers.", text: "Antwortet.", stale: true },
    },
  });
});

it("creates a new language", async () => {
  const { cwd, read } = translatedGame([ping], { "de.po": po(["slash/ping.name", "ping", "klopf"]) });
  expect(await read("commands languages merge de.po")).toMatchObject({
    code: 0,
    result: {
      files: [{ file: join(cwd, "de.po"), locale: "de", into: join(cwd, "languages/de.json"), unknown: [] }],
    },
  });
});

it("writes nothing and reports the rule and the file if a translation breaks a rule", async () => {
  const { cwd, run, read } = translatedGame([ping], {
    "languages/de.json": languageFile("de", { "slash/ping.description": "x".repeat(101) }),
    "de.po": po(["slash/ping.name", "ping", "Zwei Wörter"]),
  });
  const before = readFileSync(join(cwd, "languages/de.json"), "utf8");
  const { stderr } = await expectEnd(run("commands languages merge de.po"), 2, "de.po error slash/ping.name");
  // The existing file's error is reported too.
  expect(stderr).toContain("languages/de.json error slash/ping.description");
  expect(readFileSync(join(cwd, "languages/de.json"), "utf8")).toBe(before);
  expect(await read("commands languages merge de.po")).toMatchObject({
    error: { code: "invalid_translations", details: { findings: [{}, {}, {}] } },
  });
});

it("reads all files before writing any", async () => {
  const { cwd, run } = translatedGame([ping], { "de.po": po(["slash/ping.name", "ping", "klopf"]) });
  await expectEnd(run("commands languages merge de.po fr.po"), 2, "it does not exist");
  expect(existsSync(join(cwd, "languages"))).toBe(false);
});

it("prefers a current translation to an outdated one", async () => {
  const { cwd, run } = translatedGame([ping], {
    "languages/de.json": languageFile("de", { "slash/ping.name": "klopf" }),
    "de.po": po(["slash/ping.name", "pong", "alt"]),
  });
  const { stdout } = await run("commands languages merge de.po");
  expect(stdout).toContain("  skipped: translation of an older text: slash/ping.name\n");
  expect(readFileSync(join(cwd, "languages/de.json"), "utf8")).toContain('"text": "klopf"');
});

it("writes nothing if a command would exceed the character limit", async () => {
  const { command, keys, source, translation } = longCommand();
  const named = keys.map((key) => [key, source, translation] as const);
  const { cwd, run } = translatedGame([command], { "de.po": po(...named) });
  await expectEnd(run("commands languages merge de.po"), 2, "[command-size]");
  expect(existsSync(join(cwd, "languages"))).toBe(false);
});
