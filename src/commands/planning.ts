// The lazily loaded part of the clients: rules, plans and rollouts.
export { applyFresh, applyPlan } from "./plan/apply.ts";
export { readPermissions } from "./plan/erasure.ts";
export { checkedDesired, planLive } from "./plan/plan-commands.ts";
export { parsePlan } from "./plan/plan-input.ts";
export { warningOf } from "./plan/writes.ts";
export { permissionsAccess } from "./permissions-access.ts";
export { applyPermissions } from "./permission-rules/apply-permissions.ts";
export { planPermissions } from "./permission-rules/plan-permissions.ts";
export { rollOut } from "./rollout.ts";
export { toDefinition } from "./rules/definition.ts";
export { checkedOverwrites } from "./rules/validate.ts";
export { applyTarget, createCommand, editCommand, overwriteCommands } from "./scope-writes.ts";
export { parseSnapshot, planSnapshot, refuseMissing, restorePermissions } from "./snapshot.ts";
