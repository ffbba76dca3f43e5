import { fields, type Table } from "../../input/fields.ts";
import { type Reader, wrongArgument } from "../../input/reader.ts";
import { isObject, listOf, oneOf, optional, whole } from "../../input/readers.ts";
import { validationError } from "../../errors.ts";
import { parseSnowflake, type Snowflake } from "../../snowflake.ts";
import type { Command } from "../../wire/command.ts";
import { readInstalls, readProfile, readScope } from "../rules/options-of-validation.ts";
import { typeOf } from "./normalize.ts";
import type { ApplyReport, SavedPermissions } from "./apply-types.ts";
import type { GlobalName, Permit, Plan, PlanOptions } from "./plan-types.ts";

/** What is never done by accident. */
export const readPermits: Reader<readonly Permit[] | undefined> = optional(
  listOf(oneOf(["delete-entry-point", "empty-scope"])),
);

/** How a plan is made, beside its scope. */
export const planFields: Table<Omit<PlanOptions, "scope" | "guildId" | "profile" | "globalCommands">> = {
  allow: readPermits,
  createsUsed: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  applicationInstalls: readInstalls,
};

const readGlobalName: Reader<GlobalName> = (value, name) => {
  if (isObject(value) && typeof value["name"] === "string")
    return { type: typeOf(value), name: value["name"] };
  throw wrongArgument(name, value, "a command as the service lists it, with type and name");
};

export const readPlanOptions: Reader<PlanOptions> = fields<PlanOptions>(
  {
    ...planFields,
    scope: readScope,
    guildId: optional<Snowflake>(parseSnowflake),
    profile: readProfile,
    globalCommands: optional(listOf(readGlobalName)),
  },
  "invalid_options",
);

/** Live commands as they were listed; what else is in them has come from the service. */
export const readLive: Reader<readonly Command[]> = listOf((value, name) => {
  if (isObject(value) && typeof value["id"] === "string" && typeof value["name"] === "string") {
    return value as unknown as Command;
  }
  throw wrongArgument(name, value, "a command as the service lists it, with id and name");
});

/** A plan, which may have been stored meanwhile. Fails with `invalid_plan`. */
export function parsePlan(value: unknown): Plan {
  if (isObject(value) && Array.isArray(value["writes"]) && value["writes"].every(isWrite)) {
    const { creates, edits, deletes, unchanged, kept, cost, warnings, basis } = value;
    const isWhole = [creates, deletes, unchanged, kept].every(isList) && isEvery(edits, isEdit);
    if (isWhole && isEvery(warnings, isWarning) && isCost(cost) && isBasis(basis)) {
      readPlanOptions(basis["options"], "plan.basis.options");
      return value as unknown as Plan;
    }
  }
  throw validationError(
    "invalid_plan",
    "plan is not a plan.",
    "Pass what plan() or planCommands() returned.",
  );
}

/** What an earlier run reported. */
export const readReport: Reader<ApplyReport> = (value, name) => {
  if (isObject(value)) {
    const { done, remaining, savedPermissions } = value;
    const isReport = [done, remaining, savedPermissions].every((list) => Array.isArray(list));
    if (isReport && (savedPermissions as unknown[]).every(isSaved)) return value as unknown as ApplyReport;
  }
  throw wrongArgument(name, value, "a report: that of an ApplyError, or what apply() returned");
};

function isSaved(value: unknown): value is SavedPermissions {
  if (!isObject(value)) return false;
  const { guildId, commandId, permissions } = value;
  return typeof guildId === "string" && typeof commandId === "string" && Array.isArray(permissions);
}

function isWrite(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, command, commands } = value;
  if (kind === "overwrite") return isList(commands);
  if (!isObject(command)) return false;
  if (kind === "edit") return typeof command["id"] === "string" && isObject(command["edit"]);
  return kind === "create" || (kind === "delete" && typeof command["id"] === "string");
}

function isEdit(edit: Readonly<Record<string, unknown>>): boolean {
  return isObject(edit["edit"]) && isEvery(edit["changes"], ({ path }) => typeof path === "string");
}

function isWarning({ message }: Readonly<Record<string, unknown>>): boolean {
  return typeof message === "string";
}

function isCost(cost: unknown): boolean {
  return isObject(cost) && [cost["requests"], cost["creates"], cost["createsLeft"]].every(Number.isInteger);
}

function isBasis(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && isList(value["desired"]) && isObject(value["versions"]);
}

function isList(value: unknown): boolean {
  return isEvery(value, () => true);
}

function isEvery(value: unknown, is: (item: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && is(item));
}
