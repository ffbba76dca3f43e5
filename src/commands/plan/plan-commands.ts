import { type Command, CommandType } from "../../wire/command.ts";
import { type Accepted, checkedSet, readInstalls, readProfile, readScope } from "../rules/validate.ts";
import { type Proven, takeData } from "../rules/proven.ts";
import type { CallOptions } from "../../core/request/client-options.ts";
import { describeErasure, type Erasure, type PermissionsAccess, readErasure } from "./erasure.ts";
import { compare, type Matching, matchCommands } from "./difference.ts";
import { formatPlan } from "./format-plan.ts";
import { type CommandFields, typeOf } from "./normalize.ts";
import { type DesiredCommand, type Named, type Outline, type Plan, type PlannedEdit, type PlanOptions, type PlanWarning, versionsOf, withoutOrigin, type ApplyReport, type Permit, type SavedPermissions, type GlobalName } from "./plan-types.ts";
import { warnAbout, chooseWrites } from "./writes.ts";
import { limits } from "../../wire/limits.ts";
import { type ClientError, validationError } from "../../core/errors.ts";
import { type Table, fields } from "../../core/check/fields.ts";
import { type Reader, wrongArgument, isObject, listOf, oneOf, optional, whole, flag } from "../../core/check/readers.ts";
import { parseSnowflake } from "../../core/snowflake.ts";
import type { Snowflake } from "../../wire/snowflake.ts";

/**
 * The smallest change that brings the live commands of a scope to the desired ones. Sends nothing.
 *
 * @param desired - all commands the scope should have; live ones that are missing here will be deleted, except the
 * entry point, unless `allow` has `delete-entry-point`.
 * @param live - as listed with all localizations.
 * @throws ApiError `invalid_command` when a rule is broken; ClientError `unknown_id`, `type_change`,
 * `ambiguous_match` or `rename_cycle`, `invalid_options` or `unknown_option`.
 */
export function planCommands(
  desired: readonly DesiredCommand[],
  live: readonly Command[],
  options: PlanOptions,
): Plan {
  const checked = readPlanOptions(options, "options");
  return planChecked(checkedDesired(desired, checked), readLive(live, "live"), checked);
}

/** Desired commands that keep the rules. */
export type Desired = Accepted<readonly Proven<DesiredCommand>[]>;

/** @throws ApiError `invalid_command`. */
export function checkedDesired(desired: readonly DesiredCommand[], options: PlanOptions): Desired {
  return checkedSet(desired, { ...options, takesOrigins: true }, "The plan");
}

/**
 * {@link planCommands} for what has been checked.
 *
 * @param erased - what was read of the permissions that renames erase.
 */
export function planChecked(
  { proven: desired, warnings: findings }: Desired,
  live: readonly Command[],
  options: PlanOptions,
  erased?: readonly PlanWarning[],
): Plan {
  const matching = matchCommands(desired, live);
  const outline = outlineOf(desired, matching, options);
  const writes = chooseWrites(outline, matching, options);
  const creates = outline.creates.length;
  const cost = {
    requests: writes.length,
    creates,
    createsLeft: limits.createsPerDay - (options.createsUsed ?? 0) - creates,
  };
  return withText({
    scope: options.scope,
    ...outline,
    writes,
    cost,
    warnings: warnAbout(outline, {
      scope: options.scope,
      createsLeft: cost.createsLeft,
      doubled: doublesOf(desired, options),
      findings,
      erased,
    }),
    basis: { desired, versions: versionsOf(live), options },
  });
}

/** {@link planChecked} with what is read of the permissions that its renames erase. */
export async function planLive(
  desired: Desired,
  live: readonly Command[],
  options: PlanOptions,
  access: PermissionsAccess,
  { signal }: CallOptions,
): Promise<{ readonly plan: Plan; readonly erasure: Erasure | undefined }> {
  const plan = planChecked(desired, live, options);
  const erasure = await readErasure(plan.edits, access, { guildIds: options.guildIds, signal });
  if (!erasure) return { plan, erasure };
  const erased = describeErasure(plan.edits, erasure, access.canRestore);
  return { plan: planChecked(desired, live, options, erased), erasure };
}

/** The names of a guild's commands that players there have globally as well (Application Commands Interface, "Uniqueness rules"). */
function doublesOf(desired: readonly DesiredCommand[], { scope, globalCommands }: PlanOptions): string[] {
  if (scope !== "guild" || !globalCommands) return [];
  const isDouble = (one: DesiredCommand): boolean =>
    globalCommands.some((other) => other.name === one.name && typeOf({ ...other }) === typeOf({ ...one }));
  return desired.filter(isDouble).map(({ name }) => name);
}

/** Gives a plan its text, which is not among its data. */
export function withText(plan: Plan): Plan {
  return Object.defineProperty(plan, "toString", { value: () => formatPlan(plan) });
}

function outlineOf(desired: readonly DesiredCommand[], matching: Matching, options: PlanOptions): Outline {
  const edits: PlannedEdit[] = [];
  const unchanged: Named[] = [];
  const creates: CommandFields[] = [];
  for (const command of desired) {
    const found = matching.pairs.get(command);
    if (!found) {
      creates.push(withoutOrigin(command));
      continue;
    }
    const { changes, edit } = compare({ ...command }, { ...found }, options);
    if (changes.length === 0) unchanged.push(nameOf(found));
    else {
      const isRename = command.name !== found.name;
      edits.push({ ...nameOf(found), ...(isRename && { renamedTo: command.name }), changes, edit });
    }
  }
  const isKept = (command: Command): boolean => mustKeep(command, options);
  return {
    creates,
    edits,
    deletes: matching.left.filter((command) => !isKept(command)).map(nameOf),
    unchanged,
    kept: matching.left.filter(isKept).map(nameOf),
  };
}

/** Commands that are not deleted by leaving them out: the entry point, and commands of an unknown type. */
function mustKeep(command: Command, { allow }: PlanOptions): boolean {
  const type = typeOf({ ...command });
  if (type === CommandType.PrimaryEntryPoint) return !allow?.includes("delete-entry-point");
  return type > CommandType.PrimaryEntryPoint;
}

function nameOf(command: Command): Named {
  return { id: command.id, type: typeOf({ ...command }), name: command.name };
}

/** Nobody empties a scope by accident. */
export function wouldEmptyScope(what: string): ClientError {
  return validationError(
    "would_empty_scope",
    `${what} deletes every command of the scope.`,
    'If you want that, pass allow: ["empty-scope"] to plan, sync or overwrite.',
  );
}

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
    allowUnknownFields: optional(flag),
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
