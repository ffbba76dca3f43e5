// The rules, plans and rollouts, as the clients use them.
export { carryEntryPoint } from "./carry-entry-point.ts";
export { applyFresh, applyPlan, writeRenames } from "./plan/apply.ts";
export { lostWarning, readPermissions } from "./plan/erasure.ts";
export { checkedDesired, planLive } from "./plan/plan-commands.ts";
export { parsePlan } from "./plan/plan-input.ts";
export { renamesIn } from "./plan/plan-types.ts";
export { warningOf } from "./plan/warnings.ts";
export { rollOut } from "./rollout.ts";
export { toDefinition } from "./rules/definition.ts";
export { checkedCommand, checkedOverwrites, checkedSet } from "./rules/refuse-invalid.ts";
export { parseSnapshot, planSnapshot, refuseMissing, restorePermissions } from "./snapshot.ts";
