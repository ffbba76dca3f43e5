// The client code that is loaded on demand: rules, plans and rollouts.
export { applyFresh, applyPlan, planScope } from "./plan/apply.ts";
export { editPermissions, permissionsAccess, readPermissions } from "./plan/erasure.ts";
export { parsePlan } from "./plan/plan-input.ts";
export { applyPermissions, planPermissions } from "./permission-rules/plan-and-apply.ts";
export { rollOut } from "./rollout.ts";
export { toDefinition } from "./rules/definition.ts";
export { createCommand, editCommand, overwriteCommands } from "./scope-writes.ts";
export { parseSnapshot, planSnapshot, restoreSnapshot } from "./snapshot.ts";
