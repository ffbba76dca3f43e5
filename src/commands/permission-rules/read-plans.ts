import { isObject, isSnowflake, refuseDuplicates } from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import { isEvery } from "../rules/input.ts";
import type { PermissionsPlan } from "./types.ts";

export function readPlans(taken: unknown): readonly PermissionsPlan[] {
  if (!isEvery(taken, isPlan)) {
    const hint = "Pass plans that planPermissions() returned, without guilds that have no plan.";
    throw validationError("invalid_plan", "plans is not a list of plans of permissions.", hint);
  }
  const plans = taken as readonly PermissionsPlan[];
  const guildIds = plans.map(({ guildId }) => guildId);
  refuseDuplicates(guildIds, (_, guildId) => [
    `plans has two plans of the guild ${guildId}.`,
    "Pass one plan for each guild.",
  ]);
  return plans;
}

type Fields = Readonly<Record<string, unknown>>;

function isPlan({ guildId, digest, edits }: Fields): boolean {
  return isSnowflake(guildId) && typeof digest === "string" && isEvery(edits, isEdit);
}

function isEdit({ id, before, after }: Fields): boolean {
  return isSnowflake(id) && [before, after].every((list) => isEvery(list, isObject));
}
