import { expect, test } from "vitest";
import { type FormatPlanOptions, formatPlan, planLines } from "../../../../src/commands/plan/format-plan.ts";
import type { Plan } from "../../../../src/commands/plan/plan-types.ts";
import { hostilePlan, mixedPlan } from "../../../setup/shown-plans.ts";

const golden = (name: string): string => `../../../golden/plans/${name}.txt`;

test.each<[string, Plan, FormatPlanOptions]>([
  ["mixed", mixedPlan, {}],
  ["mixed-50-columns", mixedPlan, { columns: 50 }],
  ["mixed-200-columns", mixedPlan, { columns: 200 }],
  ["mixed.md", mixedPlan, { as: "markdown" }],
  ["hostile", hostilePlan, { as: "text" }],
  ["hostile.md", hostilePlan, { as: "markdown" }],
])("the plan %s reads as people like it", async (name, plan, options) => {
  await expect(`${formatPlan(plan, options)}\n`).toMatchFileSnapshot(golden(name));
});

test("the lines are those of the text", () => {
  const lines = planLines(mixedPlan, { columns: 60 });
  expect(lines.map(({ text }) => text).join("\n")).toBe(formatPlan(mixedPlan, { columns: 60 }));
});

test("a plan that was stored is shown as well", () => {
  const stored = JSON.parse(JSON.stringify(mixedPlan)) as Plan;
  expect(formatPlan(stored)).toBe(String(mixedPlan));
});

test.each([
  [{ as: "html" }, "invalid_argument"],
  [{ columns: 39 }, "invalid_argument"],
  [{ columns: 1001 }, "invalid_argument"],
  [{ colour: true }, "unknown_option"],
])("%j is refused", (options, code) => {
  expect(() => formatPlan(mixedPlan, options as FormatPlanOptions)).toThrow(
    expect.objectContaining({ code }) as Error,
  );
});

test("what is no plan is refused", () => {
  const refusal = expect.objectContaining({ code: "invalid_plan" }) as Error;
  expect(() => formatPlan({} as Plan)).toThrow(refusal);
  expect(() => formatPlan({} as Plan, { as: "markdown" })).toThrow(refusal);
});
