import type { Plan, PlanOptions, GlobalName } from "./plan-types.ts";
import { validationError } from "../../core/errors.ts";
import {
  isObject,
  type Reader,
  wrongArgument,
  listOf,
  optional,
  flag,
  parseSnowflake,
} from "../../core/check/readers.ts";
import { isEvery, readProfile, readScope } from "../rules/input.ts";
import { typeOf } from "./normalize.ts";
import { fields } from "../../core/check/fields.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { planFields } from "../options.ts";

export function parsePlan(value: unknown): Plan {
  if (isObject(value) && Array.isArray(value["writes"]) && value["writes"].every(isWrite)) {
    const { creates, edits, deletes, unchanged, kept, cost, warnings, basis } = value;
    const isWhole = [creates, deletes, unchanged, kept].every(isList) && isEvery(edits, isEdit);
    const hasMessages = isEvery(warnings, ({ message }) => typeof message === "string");
    if (isWhole && hasMessages && isCost(cost) && isBasis(basis)) {
      readPlanOptions(basis["options"], "plan.basis.options");
      return value as unknown as Plan;
    }
  }
  throw validationError(
    "invalid_plan",
    "plan is not a valid plan.",
    "Pass the result of plan() or planCommands().",
  );
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

function isCost(cost: unknown): boolean {
  return isObject(cost) && [cost["requests"], cost["creates"]].every(Number.isInteger);
}

function isBasis(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && isList(value["desired"]) && isObject(value["versions"]);
}

function isList(value: unknown): boolean {
  return isEvery(value, () => true);
}

const readGlobalName: Reader<GlobalName> = (value, name) => {
  if (isObject(value) && typeof value["name"] === "string")
    return { type: typeOf(value), name: value["name"] };
  throw wrongArgument(name, value, "a command as listed by the service, with type and name");
};

export const readPlanOptions: Reader<PlanOptions> = fields<PlanOptions>(
  {
    ...planFields,
    scope: readScope,
    guildId: optional<Snowflake>(parseSnowflake),
    profile: readProfile,
    allowUnknownFields: optional(flag),
    globalCommands: optional(listOf(readGlobalName)),
  },
  "invalid_option",
);
