import { told } from "../../core/check/callback.ts";
import { fields } from "../../core/check/fields.ts";
import {
  isObject,
  isSnowflake,
  optional,
  type Reader,
  refuseDuplicates,
  whole,
} from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import { callFields } from "../../core/request/transport.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { readGuildIds, readJournal } from "../options.ts";
import { isEvery, takeData } from "../rules/input.ts";
import { type CheckedRules, readRules } from "./rules.ts";
import type { PermissionsApplyOptions, PermissionsPlan, PermissionsPlanOptions } from "./types.ts";

/** The options of a plan: ids as they are sent. */
export interface CheckedPlanOptions extends Omit<PermissionsPlanOptions, "guildIds"> {
  readonly guildIds?: readonly Snowflake[] | undefined;
}

const sharedFields = {
  ...callFields,
  journal: optional(readJournal),
  concurrency: optional(whole(1, 10_000, "invalid_concurrency")),
  onProgress: optional(told("onProgress")),
};

const readPlanOptions = fields<CheckedPlanOptions>({ ...sharedFields, guildIds: optional(readGuildIds) });

const readApplyOptions: Reader<PermissionsApplyOptions> = fields<PermissionsApplyOptions>(sharedFields);

/** Permissions that are to be planned, as they were read. */
export interface AskedPlan {
  readonly rules: readonly CheckedRules[];
  readonly options: CheckedPlanOptions;
}

/** Reads what a caller passes to a plan. */
export function readAskedPlan(rules: unknown, options: unknown): AskedPlan {
  return { rules: readRules(rules), options: readPlanOptions(options, "options") };
}

/** Plans that are to be applied, as they were read. */
export interface AskedApply {
  readonly plans: readonly PermissionsPlan[];
  readonly options: PermissionsApplyOptions;
}

/** Reads what a caller passes to an apply: plans may have been stored meanwhile. */
export function readAskedApply(given: unknown, givenOptions: unknown): AskedApply {
  const options = readApplyOptions(givenOptions, "options");
  const plans = takeData(given);
  if (!isEvery(plans, isPlan)) {
    const hint = "Pass plans that planPermissions() returned, without the guilds that have none.";
    throw validationError("invalid_plan", "plans is not a list of plans of permissions.", hint);
  }
  const checked = plans as readonly PermissionsPlan[];
  const guildIds = checked.map(({ guildId }) => guildId);
  refuseDuplicates(guildIds, (_, guildId) => [
    `plans has two plans of the guild ${guildId}.`,
    "Pass one plan for each guild.",
  ]);
  return { plans: checked, options };
}

type Fields = Readonly<Record<string, unknown>>;

function isPlan({ guildId, digest, edits }: Fields): boolean {
  return isSnowflake(guildId) && typeof digest === "string" && isEvery(edits, isEdit);
}

function isEdit({ id, before, after }: Fields): boolean {
  return isSnowflake(id) && [before, after].every((list) => isEvery(list, isObject));
}
