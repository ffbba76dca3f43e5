import { expect, test } from "vitest";
import { planCommands } from "../../../../src/commands/plan/plan-commands.ts";
import { layOutPlan } from "../../../../src/commands/plan/format-plan.ts";
import { widthOf } from "../../../../src/commands/plan/plan-text.ts";
import { hostilePlan, mixedPlan } from "../../../setup/shown-plans.ts";

test.each([40, 50, 80, 200])(
  "writes no line wider than %i columns or with a control character",
  (columns) => {
    for (const plan of [mixedPlan, hostilePlan]) {
      for (const { text } of layOutPlan(plan, columns)) {
        expect(widthOf(text)).toBeLessThanOrEqual(columns);
        expect(text).not.toMatch(/[\p{Cc}\u{202a}-\u{202e}]/u);
      }
    }
  },
);

test("labels each line with its kind", () => {
  const kinds = new Set(layOutPlan(mixedPlan, 80).map(({ kind }) => kind));
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

test("writes only the headline if there are no changes", () => {
  const plan = planCommands([], [], { scope: "global" });
  expect(layOutPlan(plan, 80)).toEqual([
    { kind: "headline", text: "Global commands: nothing to change, 0 unchanged" },
  ]);
});
