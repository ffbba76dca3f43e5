// The rules, plans and rollouts, as the clients use them.
export { carryEntryPoint } from "./carry-entry-point.ts";
export { applyPlan } from "./plan/apply.ts";
export { planChecked } from "./plan/plan-commands.ts";
export { parsePlan } from "./plan/plan-input.ts";
export { rollOut } from "./rollout.ts";
export { toDefinition } from "./rules/definition.ts";
export { checkedCommand, checkedOverwrites, checkedSet } from "./rules/refuse-invalid.ts";
export { desiredOf, parseSnapshot, restorePermissions } from "./snapshot.ts";
