import { expect, test } from "vitest";
import { describePlan } from "../../../../src/commands/plan/format-plan.ts";
import { planCommands } from "../../../../src/commands/plan/plan-commands.ts";
import { hostilePlan, mixedPlan } from "../../../setup/shown-plans.ts";

const ping = { name: "ping", description: "Pong" };

test("counts the changes in the headline, and names the scope", () => {
  expect(describePlan(mixedPlan).headline).toBe(
    "Global commands: 1 to create, 2 to change, 1 to delete, 1 unchanged, 1 kept",
  );
  expect(describePlan(hostilePlan).headline).toBe(
    "Commands of guild 123456789012345678: 1 to create, 1 to change, 0 unchanged",
  );
  expect(describePlan(planCommands([], [], { scope: "guild" })).headline).toMatch(
    /^Commands of a guild: nothing/,
  );
});

test("shows the number of requests and creates if any are sent", () => {
  const cost = (commands: (typeof ping)[]) =>
    describePlan(planCommands(commands, [], { scope: "global" })).cost;
  expect(cost([ping])).toBe("Cost: 1 request, 1 create of the day's 200.");
  expect(cost([])).toBeUndefined();
});

test("shows both names of a renamed command in the title, without a change of the name", () => {
  const renamed = describePlan(mixedPlan).entries.find(({ title }) => title.includes("renamed"));
  expect(renamed).toEqual({
    kind: "changed",
    title: '"High Five" → "High Four" (user command, renamed)',
    details: [],
  });
});
