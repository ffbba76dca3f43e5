import { expect, test } from "vitest";
import { planCommands } from "../../../../src/commands/plan/plan-commands.ts";
import type { DesiredCommand } from "../../../../src/commands/plan/plan-types.ts";
import { layOutMarkdown } from "../../../../src/commands/plan/format-plan.ts";
import { hostilePlan } from "../../../setup/shown-plans.ts";

test("keeps user-supplied text inside code blocks that it cannot close", () => {
  const lines = layOutMarkdown(hostilePlan).split("\n");
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
  const text = layOutMarkdown(plan);
  const [shown, folded] = text.split("<details>");
  expect(shown).toContain("…");
  expect(shown).not.toContain("value-19");
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
  const text = layOutMarkdown(planCommands(desired, [], { scope: "global" }));
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/… and \d+ lines more/);
});

test("writes only the headline if there are no changes", () => {
  expect(layOutMarkdown(planCommands([], [], { scope: "guild" }))).toBe(
    "### Commands of a guild: nothing to change, 0 unchanged",
  );
});
