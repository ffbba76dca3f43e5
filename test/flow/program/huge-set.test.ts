import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { locales } from "../../../src/wire/locale.ts";
import { createHome } from "../../setup/program/command-rows.ts";
import { runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { needs } from "../../setup/system-parts.ts";

let emulator: Emulator;
beforeAll(async () => void (emulator = await startEmulator()));
afterAll(() => emulator.close());

/** The maximum number of commands and options in a scope, in every language of the service. */
const hugeSet: readonly object[] = Array.from({ length: 100 }, (_, command) => ({
  ...localized(`command-${command}`, `Does the thing ${command}`),
  options: Array.from({ length: 25 }, (__, option) => ({
    type: 3,
    ...localized(`option-${option}`, `Its option ${option}`),
  })),
}));

function localized(name: string, description: string) {
  const translated = (text: string) =>
    Object.fromEntries(locales.map((locale) => [locale, `${text}-${locale.toLowerCase()}`]));
  return {
    name,
    description,
    name_localizations: translated(name),
    description_localizations: translated(description),
  };
}

/** Commands that read or write the largest set, in this order, with the maximum number of lines that each may print. */
const hugeSetLines: readonly (readonly [line: string, lines: number])[] = [
  ["commands validate --file huge.json", 1],
  ["commands plan --file huge.json", 2_910],
  ["commands apply --file huge.json --yes", 3_030],
  ["commands list", 101],
  ["commands pull --file pulled.json", 2],
  ["commands snapshot huge-kept.json", 2],
  ["commands apply --file less.json --yes", 110],
  ["commands restore huge-kept.json --yes", 400],
  ["commands rollout --guilds guilds.txt --file huge.json --yes", 1],
  ["permissions list", 2],
  ["permissions get command-7", 2],
  ["permissions explain command-7", 10],
];

describe("a huge set", needs("Linux", "whole programs"), () => {
  it(
    "is printed in a few lines per command, at most 80 columns wide in a pipe",
    { timeout: 120_000 },
    async () => {
      await using home = await createHome(emulator);
      writeFileSync(join(home.cwd, "huge.json"), JSON.stringify(hugeSet));
      writeFileSync(join(home.cwd, "less.json"), JSON.stringify(hugeSet.slice(10)));
      for (const [line, most] of hugeSetLines) {
        const { status, stdout, stderr } = await runExecutable(line.split(" "), home);
        expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: expect.any(String) });
        const lines = stdout.trimEnd().split("\n");
        expect({ line, lines: lines.length <= most || lines.length }).toEqual({ line, lines: true });
        expect({ line, wide: lines.filter(({ length }) => length > 80) }).toEqual({ line, wide: [] });
      }
    },
  );

  it("is shown by the pager on a terminal, complete and immediately if the pager is cat", async () => {
    await using home = await createHome(emulator);
    writeFileSync(join(home.cwd, "huge.json"), JSON.stringify(hugeSet));
    const words = ["commands", "plan", "--file", "huge.json"];
    const shown = (PAGER: string) => runOnTerminal(words, { ...home, env: { ...home.env, PAGER } });
    expect((await shown("wc -l")).stdout).toMatch(/29\d\d\s*$/);
    expect((await shown("cat")).stdout).toContain("+ /command-99 (slash command)");
  });
});
