import { expect, test } from "vitest";
import { formatPlan, planCommands } from "../../../../src/commands/index.ts";
import type { Command } from "../../../../src/wire/command.ts";
import type { DesiredCommand } from "../../../../src/commands/plan/plan-types.ts";

const four = ["de", "fr", "it", "ja"] as const;
const five = [...four, "pl"] as const;
const texts = (locales: readonly string[], text: string) =>
  Object.fromEntries(locales.map((locale) => [locale, `${text}-${locale.toLowerCase()}`]));

const command = (more: object) => ({ name: "play", description: "Plays", ...more }) as DesiredCommand;
const live = (more: object) =>
  [{ id: "1", application_id: "9", version: "1", type: 1, ...command(more) }] as unknown as Command[];
const linesOf = (desired: object, before?: object, full?: boolean) => {
  const plan = planCommands([command(desired)], before ? live(before) : [], { scope: "global" });
  const lines = formatPlan(plan, { full }).split("\n");
  return lines.filter((line) => line.startsWith("    ")).map((line) => line.trim());
};

test("counts the translations of a string if there are more than three, unless all are requested", () => {
  const localized = { description_localizations: texts(four, "Plays") };
  expect(linesOf(localized)).toEqual(['+ description: "Plays"', "+ description_localizations: 4 languages"]);
  expect(linesOf(localized, undefined, true)).toContain('+ description_localizations["it"]: "Plays-it"');
  const few = { description_localizations: texts(four.slice(1), "Plays") };
  expect(linesOf(few)).toContain('+ description_localizations["fr"]: "Plays-fr"');
});

test("counts the translations of an option and a choice in the same way", () => {
  const option = (more: object) => ({ options: [{ type: 3, name: "on", description: "Where", ...more }] });
  const both = {
    name_localizations: texts(four, "on"),
    description_localizations: texts(four, "Where"),
  };
  expect(linesOf(option(both), {})).toEqual(['+ options["on"]: string, "Where", in 4 languages']);
  expect(linesOf(option({ ...both, name_localizations: texts(five, "on") }), {})).toEqual([
    '+ options["on"]: string, "Where", name_localizations 5 languages,',
    "description_localizations 4 languages",
  ]);
  const choices = [{ name: "One", value: "1", name_localizations: texts(five, "One") }];
  expect(linesOf(option({ choices }), {})).toEqual([
    '+ options["on"]: string, "Where", choices "One" = "1" (name_localizations 5',
    "languages)",
  ]);
});

test("counts the translations that an edit adds, removes and changes", () => {
  const before = { description_localizations: { ...texts(four, "Played"), "es-ES": "Juega" } };
  const after = { description_localizations: { ...texts(four.slice(1), "Plays"), "en-US": "Play", ko: "K" } };
  expect(linesOf(after, before)).toEqual([
    "- description_localizations: 2 languages",
    "~ description_localizations: 3 languages",
    "+ description_localizations: 2 languages",
  ]);
  expect(linesOf(after, before, true)).toContain(
    '~ description_localizations["fr"]: "Played-fr" → "Plays-fr"',
  );
});

test("counts translations in a pull request comment, too", () => {
  const changed = planCommands(
    [command({ description_localizations: texts(four, "Plays") })],
    live({ description_localizations: texts(four, "Played") }),
    { scope: "global" },
  );
  const comment = formatPlan(changed, { as: "markdown" });
  expect(comment).toContain("!     description_localizations: 4 languages");
  expect(formatPlan(changed, { as: "markdown", full: true })).toContain('"Played-ja"');
});
