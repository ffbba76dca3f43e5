import type { Table } from "../../core/check/fields.ts";
import { type Reader, wrongArgument } from "../../core/check/reader.ts";
import { isObject, listOf, oneOf, optional, whole } from "../../core/check/readers.ts";
import { takeData } from "../rules/frozen-copy.ts";
import { readInstalls } from "../rules/options-of-validation.ts";
import { parseSnowflake } from "../../core/snowflake.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { ApplyReport } from "./apply-types.ts";
import type { Permit, PlanOptions, SavedPermissions } from "./plan-types.ts";

/** Ids of guilds. */
export const readGuildIds: Reader<readonly Snowflake[]> = listOf(parseSnowflake);

/** What is never done by accident. */
export const readPermits: Reader<readonly Permit[] | undefined> = optional(
  listOf(oneOf(["delete-entry-point", "empty-scope"])),
);

/** How a plan is made, beside its scope. */
export const planFields: Table<
  Omit<PlanOptions, "scope" | "guildId" | "profile" | "allowUnknownFields" | "globalCommands">
> = {
  allow: readPermits,
  createsUsed: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  applicationInstalls: readInstalls,
  guildIds: optional(readGuildIds),
};

/** What an earlier run reported. */
export const readReport: Reader<ApplyReport> = (value, name) => {
  const taken = takeData(value);
  if (isObject(taken)) {
    const { done, remaining, savedPermissions } = taken;
    const isReport = [done, remaining, savedPermissions].every((list) => Array.isArray(list));
    if (isReport && (savedPermissions as unknown[]).every(isSaved)) return taken as unknown as ApplyReport;
  }
  throw wrongArgument(name, value, "a report: that of an ApplyError, or what apply() returned");
};

function isSaved(value: unknown): value is SavedPermissions {
  if (!isObject(value)) return false;
  const { guildId, commandId, permissions } = value;
  return typeof guildId === "string" && typeof commandId === "string" && Array.isArray(permissions);
}
