import { ruleWarning } from "../../core/check/rule-warning.ts";
import { type Command, CommandType } from "../../wire/command.ts";
import { type Accepted, checkedSet } from "../rules/validate.ts";
import { type Proven, isEntryPoint, passOn } from "../rules/proven.ts";
import { compare, type Matching, matchCommands, carryUnstated } from "./difference.ts";
import { formatPlan } from "./format-plan.ts";
import { type CommandFields, typeOf } from "./normalize.ts";
import {
  type DesiredCommand,
  type CommandReference,
  type Plan,
  type PlannedEdit,
  type PlanOptions,
  type PlanWarning,
  type Write,
} from "./plan-types.ts";
import { type ClientError, validationError } from "../../core/errors.ts";
import { type Reader, readerOf, isObject, listOf } from "../../core/check/readers.ts";
import { readPlanOptions } from "./plan-input.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { toUnchangedItem } from "../rules/definition.ts";
import type { Finding } from "../rules/visit.ts";

/**
 * Plans the minimal changes that turn a scope's live commands into the desired ones. Sends no requests.
 *
 * @stable
 * @param desired - all commands that the scope should contain. Other live commands are deleted. The entry point is kept unless
 *   `allow` includes `delete-entry-point`.
 * @param live - the live commands, with all localizations.
 * @throws ApiError `invalid_command` if a command breaks a rule; ClientError `unknown_id`, `type_change`, `ambiguous_match`,
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
  return checkedSet(desired, { ...options, takesOrigins: true }, "Planning");
}

export function planChecked(
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

/** Returns the guild commands that share a global command's name (Application Commands Interface, "Uniqueness rules"). */
function doublesOf(desired: readonly DesiredCommand[], { scope, globalCommands }: PlanOptions): string[] {
  if (scope !== "guild" || !globalCommands) return [];
  const isDouble = (one: DesiredCommand): boolean =>
    globalCommands.some((other) => other.name === one.name && typeOf({ ...other }) === typeOf({ ...one }));
  return desired.filter(isDouble).map(({ name }) => name);
}

/** Adds `toString` as a non-enumerable property to keep the plan plain data. */
export function withText(plan: Plan): Plan {
  return Object.defineProperty(plan, "toString", { value: () => formatPlan(plan) });
}

export type Outline = Pick<Plan, "creates" | "edits" | "deletes" | "unchanged" | "kept">;

function outlineOf(desired: readonly DesiredCommand[], matching: Matching, options: PlanOptions): Outline {
  const edits: PlannedEdit[] = [];
  const unchanged: CommandReference[] = [];
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
    deletes: matching.unmatched.filter((command) => !isKept(command)).map(nameOf),
    unchanged,
    kept: matching.unmatched.filter(isKept).map(nameOf),
  };
}

/** `renamedFrom` is not sent. */
function withoutOrigin(command: DesiredCommand): CommandFields {
  // Avoids copies, because a rollout may cover hundreds of guilds with 100 commands each.
  if (!("renamedFrom" in command)) return command as object as CommandFields;
  const { renamedFrom: _, ...fields } = command;
  return passOn(command, fields);
}

export function versionsOf(live: readonly Command[]): Record<Snowflake, Snowflake> {
  return Object.fromEntries(live.map(({ id, version }) => [id, version]));
}

function mustKeep(command: Command, { allow }: PlanOptions): boolean {
  const type = typeOf({ ...command });
  if (type === CommandType.PrimaryEntryPoint) return !allow?.includes("delete-entry-point");
  return type > CommandType.PrimaryEntryPoint;
}

function nameOf(command: Command): CommandReference {
  return { id: command.id, type: typeOf({ ...command }), name: command.name };
}

export function wouldEmptyScope(what: string): ClientError {
  return validationError(
    "would_empty_scope",
    `${what} would delete every command in the scope.`,
    'If this is intended, pass allow: ["empty-scope"] to plan, sync or overwrite.',
  );
}

export const readLive: Reader<readonly Command[]> = listOf(
  readerOf<Command>(
    "a command as listed by the service, with id and name",
    (value) => isObject(value) && typeof value["id"] === "string" && typeof value["name"] === "string",
  ),
);

/** The maximum number of items in a bulk overwrite (discord-api-spec, bulk_set_application_commands). */
const maxItems = 130;

/** Uses a bulk overwrite if it can replace several requests without losing anything. */
export function chooseWrites(outline: Outline, matching: Matching, options: PlanOptions): Write[] {
  // The service rejects a bulk overwrite without the entry point (50240), so the entry point is deleted separately.
  const first = outline.deletes.filter(isEntryPoint).map((command): Write => ({ kind: "delete", command }));
  const deletes = outline.deletes.filter((command) => !isEntryPoint(command));
  const singles = deletes.length + outline.edits.length + outline.creates.length;
  if (singles > 1 && canOverwrite(outline, matching) && !reusesName(outline)) {
    return [...first, { kind: "overwrite", commands: overwriteOf(outline, matching, options) }];
  }
  return [
    ...first,
    ...deletes.map((command): Write => ({ kind: "delete", command })),
    ...orderEdits(outline.edits).map((command): Write => ({ kind: "edit", command })),
    ...outline.creates.map((command): Write => ({ kind: "create", command })),
  ];
}

/** Whether kept commands can be sent back as fetched. The API rejects unknown handlers. */
function canOverwrite({ kept, creates }: Outline, { unmatched, pairs }: Matching): boolean {
  if (pairs.size + kept.length + creates.length > maxItems) return false;
  return kept.every((command) => {
    const handler = unmatched.find(({ id }) => id === command.id)?.handler;
    return isEntryPoint(command) && (handler === undefined || handler === 1 || handler === 2);
  });
}

/** If a new command takes a renamed command's old name, a bulk overwrite would confuse the two. */
function reusesName({ creates, edits }: Outline): boolean {
  return creates.some((command) =>
    edits.some(
      ({ type, name, renamedTo }) =>
        renamedTo !== undefined && name === command["name"] && type === typeOf(command),
    ),
  );
}

function overwriteOf({ kept, creates }: Outline, matching: Matching, options: PlanOptions): CommandFields[] {
  const items: CommandFields[] = [];
  for (const [command, found] of matching.pairs) {
    items.push({ ...carryUnstated(withoutOrigin(command), { ...found }, options), id: found.id });
  }
  const keptIds = new Set(kept.map(({ id }) => id));
  for (const command of matching.unmatched) {
    if (keptIds.has(command.id)) items.push({ ...toUnchangedItem(command) });
  }
  return [...items, ...creates];
}

/** Orders edits so that each new name is free when its edit is sent. */
function orderEdits(edits: readonly PlannedEdit[]): PlannedEdit[] {
  const ordered: PlannedEdit[] = [];
  const waiting = new Set(edits);
  while (waiting.size > 0) {
    const before = waiting.size;
    for (const edit of waiting) {
      const isTaken = [...waiting].some(
        (other) => other !== edit && other.type === edit.type && other.name === edit.renamedTo,
      );
      if (isTaken) continue;
      ordered.push(edit);
      waiting.delete(edit);
    }
    if (waiting.size === before) throw renameCycle([...waiting]);
  }
  return ordered;
}

function renameCycle(edits: readonly PlannedEdit[]) {
  return validationError(
    "rename_cycle",
    `Individual edits cannot swap command names: ${edits.map(({ name }) => `"${name}"`).join(", ")}.`,
    "Rename one of them to something else first.",
  );
}

export interface WarningContext {
  readonly scope: "global" | "guild";
  readonly doubled: readonly string[];
  readonly findings: readonly Finding[];
  readonly erased?: readonly PlanWarning[] | undefined;
}

export function warnAbout(
  { deletes, edits, unchanged, creates, kept }: Outline,
  { scope, doubled, findings, erased }: WarningContext,
): PlanWarning[] {
  const warnings: PlanWarning[] = findings.map(ruleWarning);
  const warn = (code: PlanWarning["code"], message: string): void => void warnings.push({ code, message });
  const everywhere = scope === "global" ? "in every guild" : "in the guild";
  for (const { name, renamedTo } of edits) {
    if (renamedTo === undefined || erased) continue;
    warn("permissions-erased", `Renaming "${name}" to "${renamedTo}" erases its permissions ${everywhere}.`);
  }
  warnings.push(...(erased ?? []));
  for (const { name, type } of deletes) {
    warn("permissions-erased", `Deleting "${name}" erases its permissions ${everywhere}.`);
    if (type === CommandType.PrimaryEntryPoint) {
      warn("entry-point-deleted", `Deleting "${name}" removes the Activity from the launcher.`);
    }
  }
  // Guild commands update immediately (Application Commands Interface, "Guild commands").
  if (edits.length > 0 && scope === "global") {
    const names = edits.map(({ name }) => `"${name}"`).join(", ");
    warn("clients-reload", `Clients must reload to show the changed commands: ${names}.`);
  }
  for (const { name, type } of kept) {
    if (type !== CommandType.PrimaryEntryPoint) continue;
    warn("entry-point-kept", `The entry point "${name}" is not among the desired commands and will be kept.`);
  }
  if (deletes.length > 0 && edits.length + unchanged.length + creates.length === 0) {
    warn("scope-emptied", "The plan leaves no commands in the scope.");
  }
  for (const name of doubled) {
    warn("doubles-global", `"${name}" is also a global command: guild members see both.`);
  }
  return warnings;
}
