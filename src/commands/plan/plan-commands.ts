import { type Command, CommandType } from "../../wire/command.ts";
import { type Accepted, checkedSet } from "../rules/validate.ts";
import type { Proven } from "../rules/proven.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import { describeErasure, type Erasure, type PermissionsAccess, readErasure } from "./erasure.ts";
import { compare, type Matching, matchCommands } from "./difference.ts";
import { formatPlan } from "./format-plan.ts";
import { type CommandFields, typeOf } from "./normalize.ts";
import {
  type DesiredCommand,
  type Named,
  type Outline,
  type Plan,
  type PlannedEdit,
  type PlanOptions,
  type PlanWarning,
  versionsOf,
  withoutOrigin,
} from "./plan-types.ts";
import { warnAbout, chooseWrites } from "./writes.ts";
import { type ClientError, validationError } from "../../core/errors.ts";
import { type Reader, readerOf, isObject, listOf } from "../../core/check/readers.ts";
import { readPlanOptions } from "./plan-input.ts";

/**
 * Plans the smallest change from the live commands of a scope to the desired ones. Sends no requests.
 *
 * @param desired - all commands of the scope. Other live commands are deleted, except the entry point, unless `allow` has
 *   `delete-entry-point`.
 * @param live - listed with all localizations.
 * @throws ApiError `invalid_command` if a rule is broken; ClientError `unknown_id`, `type_change`, `ambiguous_match` or
 *   `rename_cycle`, `invalid_option` or `unknown_option`.
 */
export function planCommands(
  desired: readonly DesiredCommand[],
  live: readonly Command[],
  options: PlanOptions,
): Plan {
  const checked = readPlanOptions(options, "options");
  return planChecked(checkedDesired(desired, checked), readLive(live, "live"), checked);
}

export type Desired = Accepted<readonly Proven<DesiredCommand>[]>;

export function checkedDesired(desired: readonly DesiredCommand[], options: PlanOptions): Desired {
  return checkedSet(desired, { ...options, takesOrigins: true }, "The plan");
}

function planChecked(
  { proven: desired, warnings: findings }: Desired,
  live: readonly Command[],
  options: PlanOptions,
  erased?: readonly PlanWarning[],
): Plan {
  const matching = matchCommands(desired, live);
  const outline = outlineOf(desired, matching, options);
  const writes = chooseWrites(outline, matching, options);
  return withText({
    scope: options.scope,
    ...outline,
    writes,
    cost: { requests: writes.length, creates: outline.creates.length },
    warnings: warnAbout(outline, {
      scope: options.scope,
      doubled: doublesOf(desired, options),
      findings,
      erased,
    }),
    basis: { desired, versions: versionsOf(live), options },
  });
}

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

/** Guild commands that have the name of a global command (Application Commands Interface, "Uniqueness rules"). */
function doublesOf(desired: readonly DesiredCommand[], { scope, globalCommands }: PlanOptions): string[] {
  if (scope !== "guild" || !globalCommands) return [];
  const isDouble = (one: DesiredCommand): boolean =>
    globalCommands.some((other) => other.name === one.name && typeOf({ ...other }) === typeOf({ ...one }));
  return desired.filter(isDouble).map(({ name }) => name);
}

/** Adds a non-enumerable `toString`, so that the plan remains plain data. */
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

function mustKeep(command: Command, { allow }: PlanOptions): boolean {
  const type = typeOf({ ...command });
  if (type === CommandType.PrimaryEntryPoint) return !allow?.includes("delete-entry-point");
  return type > CommandType.PrimaryEntryPoint;
}

function nameOf(command: Command): Named {
  return { id: command.id, type: typeOf({ ...command }), name: command.name };
}

export function wouldEmptyScope(what: string): ClientError {
  return validationError(
    "would_empty_scope",
    `${what} deletes every command of the scope.`,
    'If you want that, pass allow: ["empty-scope"] to plan, sync or overwrite.',
  );
}

export const readLive: Reader<readonly Command[]> = listOf(
  readerOf<Command>(
    "a command as the service lists it, with id and name",
    (value) => isObject(value) && typeof value["id"] === "string" && typeof value["name"] === "string",
  ),
);
