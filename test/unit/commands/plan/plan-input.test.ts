import { expect, test } from "vitest";
import { planCommands, readLive } from "../../../../src/commands/plan/plan-commands.ts";
import { readPlanOptions, parsePlan } from "../../../../src/commands/plan/plan-input.ts";

const plan = planCommands([{ name: "ping", description: "Pong" }], [], { scope: "global" });
const refusal = (code: string) => expect.objectContaining({ code }) as unknown;

test("accepts a plan that was stored as JSON", () => {
  expect(parsePlan(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
});

const command = { id: "5", edit: {} };
test.each([
  { kind: "delete", command },
  { kind: "edit", command },
  { kind: "create", command: {} },
  { kind: "overwrite", commands: [{}] },
])("accepts %j as a plan's write", (write) => {
  expect(() => parsePlan({ ...plan, writes: [write] })).not.toThrow();
});

test.each<unknown>([
  null,
  "delete",
  { kind: "delete", command: {} },
  { kind: "delete" },
  { kind: "edit", command: { id: 5, edit: {} } },
  { kind: "edit", command: { id: "5" } },
  { kind: "overwrite", commands: ["ping"] },
  { kind: "overwrite" },
  { kind: "other", command },
])("rejects %j as a plan's write", (write) => {
  expect(() => parsePlan({ ...plan, writes: [write] })).toThrow(refusal("invalid_plan"));
});

test.each<unknown>([
  undefined,
  5,
  [],
  {},
  { ...plan, writes: {} },
  { ...plan, edits: undefined },
  { ...plan, edits: [{ edit: {}, changes: [{}] }] },
  { ...plan, edits: [{ changes: [] }] },
  { ...plan, warnings: [1] },
  { ...plan, warnings: [{}] },
  { ...plan, creates: "all" },
  { ...plan, deletes: [1] },
  { ...plan, unchanged: undefined },
  { ...plan, kept: null },
  { ...plan, cost: undefined },
  { ...plan, cost: { ...plan.cost, requests: "# many" } },
  { ...plan, basis: null },
  { ...plan, basis: { ...plan.basis, desired: "all" } },
  { ...plan, basis: { ...plan.basis, versions: [] } },
])("rejects %j as a plan", (value) => {
  expect(() => parsePlan(value)).toThrow(refusal("invalid_plan"));
});

test("revalidates a stored plan's options", () => {
  const basis = { ...plan.basis, options: { scope: "everywhere" } };
  expect(() => parsePlan({ ...plan, basis })).toThrow(refusal("invalid_option"));
});

test("requires live commands to have an id and a name", () => {
  const live = [{ id: "5", name: "ping" }];
  expect(readLive(live, "live")).toEqual(live);
  for (const wrong of [null, { id: 5, name: "ping" }, { id: "5" }]) {
    expect(() => readLive([wrong], "live")).toThrow("live[0] is");
  }
});

test("reads a plan's options and rejects unknown ones", () => {
  const options = { scope: "guild", guildId: 5n, applicationInstalls: [0], profile: "live" };
  expect(readPlanOptions(options, "options")).toEqual({ ...options, guildId: "5" });
  for (const wrong of [{ applicationInstalls: [2] }, { x: 1 }]) {
    expect(() => readPlanOptions({ scope: "global", ...wrong }, "options")).toThrow("options.");
  }
});
