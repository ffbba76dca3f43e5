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
