import { expect, test, describe } from "vitest";
import {
  type FormatPlanOptions,
  formatPlan,
  planLines,
  renderPlan,
  renderMarkdown,
} from "../../../../src/commands/plan/format-plan.ts";
import type { Plan, DesiredCommand } from "../../../../src/commands/plan/plan-types.ts";
import { hostilePlan, mixedPlan } from "../../../setup/printed-plans.ts";
import { widthOf } from "../../../../src/commands/plan/plan-text.ts";
import { planCommands } from "../../../../src/commands/index.ts";
import type { Command } from "../../../../src/wire/command.ts";

const golden = (name: string): string => `../../../golden/plans/${name}.txt`;

test.each<[string, Plan, FormatPlanOptions]>([
  ["mixed", mixedPlan, {}],
  ["mixed-50-columns", mixedPlan, { columns: 50 }],
  ["mixed-200-columns", mixedPlan, { columns: 200 }],
  ["mixed.md", mixedPlan, { as: "markdown" }],
  ["hostile", hostilePlan, { as: "text" }],
  ["hostile.md", hostilePlan, { as: "markdown" }],
])("formats the plan %s", async (name, plan, options) => {
  await expect(`${formatPlan(plan, options)}\n`).toMatchFileSnapshot(golden(name));
});

test("returns the same lines as the formatted plan", () => {
  const lines = planLines(mixedPlan, { columns: 60 });
  expect(lines.map(({ text }) => text).join("\n")).toBe(formatPlan(mixedPlan, { columns: 60 }));
});

test("formats a plan that was stored as JSON", () => {
  const stored = JSON.parse(JSON.stringify(mixedPlan)) as Plan;
  expect(formatPlan(stored)).toBe(String(mixedPlan));
});

test.each([
  [{ as: "html" }, "invalid_argument"],
  [{ columns: 39 }, "invalid_argument"],
  [{ columns: 1001 }, "invalid_argument"],
  [{ colour: true }, "unknown_option"],
])("rejects the options %j", (options, code) => {
  expect(() => formatPlan(mixedPlan, options as FormatPlanOptions)).toThrow(
    expect.objectContaining({ code }) as Error,
  );
});

test("rejects a value that is not a plan", () => {
  const refusal = expect.objectContaining({ code: "invalid_plan" }) as Error;
  expect(() => formatPlan({} as Plan)).toThrow(refusal);
  expect(() => formatPlan({} as Plan, { as: "markdown" })).toThrow(refusal);
});

describe("as text", () => {
  test.each([40, 50, 80, 200])(
    "writes no line that is wider than %i columns or contains a control character",
    (columns) => {
      for (const plan of [mixedPlan, hostilePlan]) {
        for (const { text } of renderPlan(plan, columns)) {
          expect(widthOf(text)).toBeLessThanOrEqual(columns);
          expect(text).not.toMatch(/[\p{Cc}\u{202a}-\u{202e}]/u);
        }
      }
    },
  );

  test("labels each line with its kind", () => {
    const kinds = new Set(renderPlan(mixedPlan, 80).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(
      [
        "added",
        "blank",
        "changed",
        "cost",
        "created",
        "deleted",
        "headline",
        "removed",
        "value",
        "warning",
      ].sort(),
    );
  });
});

describe("as Markdown", () => {
  test("encloses user-supplied text in code blocks that the text cannot close", () => {
    const lines = renderMarkdown(hostilePlan).split("\n");
    let fence: string | undefined;
    const outside = lines.filter((line) => {
      const [mark] = /^`{3,}/.exec(line) ?? [];
      if (fence === undefined) fence = mark;
      else if (line === fence) fence = undefined;
      return fence === undefined && mark === undefined;
    });
    expect(outside.join("\n")).not.toMatch(/everyone|javascript|img|Done|High/);
  });

  test("shows the start of a long value and collapses the full value", () => {
    const plan = planCommands(
      [
        {
          name: "a",
          description: "b",
          options: [
            {
              type: 3,
              name: "c",
              description: "d",
              choices: Array.from({ length: 20 }, (_, index) => ({
                name: `Choice ${index}`,
                value: `value-${index}`,
              })),
            },
          ],
        },
      ],
      [],
      { scope: "global" },
    );
    const text = renderMarkdown(plan);
    const [printed, folded] = text.split("<details>");
    expect(printed).toContain("…");
    expect(printed).not.toContain("value-19");
    expect(folded).toContain('"Choice 19" = "value-19"');
  });

  test("stays within GitHub's limit for comments", () => {
    const desired = Array.from({ length: 20 }, (_, index): DesiredCommand => ({
      name: `command-${index}`,
      description: "d".repeat(100),
      options: Array.from({ length: 25 }, (__, at) => ({
        type: 3,
        name: `option-${at}`,
        description: "名".repeat(100),
      })),
    }));
    const text = renderMarkdown(planCommands(desired, [], { scope: "global" }));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/… and \d+ more lines/);
  });

  test("writes only the headline if there are no changes", () => {
    expect(renderMarkdown(planCommands([], [], { scope: "guild" }))).toBe(
      "### Guild commands: no changes, 0 unchanged",
    );
  });
});

describe("many translations", () => {
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

  test("counts a string's translations if there are more than three, unless all are requested", () => {
    const localized = { description_localizations: texts(four, "Plays") };
    expect(linesOf(localized)).toEqual([
      '+ description: "Plays"',
      "+ description_localizations: 4 languages",
    ]);
    expect(linesOf(localized, undefined, true)).toContain('+ description_localizations["it"]: "Plays-it"');
    const few = { description_localizations: texts(four.slice(1), "Plays") };
    expect(linesOf(few)).toContain('+ description_localizations["fr"]: "Plays-fr"');
  });

  test("counts translations of options and choices in the same way as those of commands", () => {
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
    const after = {
      description_localizations: { ...texts(four.slice(1), "Plays"), "en-US": "Play", ko: "K" },
    };
    expect(linesOf(after, before)).toEqual([
      "- description_localizations: 2 languages",
      "~ description_localizations: 3 languages",
      "+ description_localizations: 2 languages",
    ]);
    expect(linesOf(after, before, true)).toContain(
      '~ description_localizations["fr"]: "Played-fr" → "Plays-fr"',
    );
  });

  test("counts translations in a pull request comment too", () => {
    const changed = planCommands(
      [command({ description_localizations: texts(four, "Plays") })],
      live({ description_localizations: texts(four, "Played") }),
      { scope: "global" },
    );
    const comment = formatPlan(changed, { as: "markdown" });
    expect(comment).toContain("!     description_localizations: 4 languages");
    expect(formatPlan(changed, { as: "markdown", full: true })).toContain('"Played-ja"');
  });
});
