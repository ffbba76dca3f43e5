// The client code that is loaded on demand: rules, plans, rollouts and writes.
import { ruleWarning } from "../core/check/rule-warning.ts";
import { isObject } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { type Command, CommandType } from "../wire/command.ts";
import { isClientError } from "../core/errors.ts";
import {
  type ScopeAccess,
  lostWarning,
  readErasure,
  type ReadOptions,
  refuseLoss,
  restoreAll,
} from "./plan/erasure.ts";
import {
  ApplyError,
  type CommandReference,
  type PermissionLoss,
  type Permit,
  type PlannedEdit,
  type Write,
} from "./plan/plan-types.ts";
import { wouldEmptyScope } from "./plan/plan-commands.ts";
import { passOn, isEntryPoint } from "./rules/proven.ts";
import { checkedCommand, checkedSet } from "./rules/validate.ts";
import type { Finding } from "./rules/visit.ts";
import { toUnchangedItem } from "./rules/definition.ts";

export { applyFresh, applyPlan, planScope } from "./plan/apply.ts";
export { editPermissions, permissionsAccess, readPermissions } from "./plan/erasure.ts";
export { parsePlan } from "./plan/plan-input.ts";
export { applyPermissions, planPermissions } from "./permission-rules/plan-and-apply.ts";
export { rollOut } from "./rollout.ts";
export { toDefinition } from "./rules/definition.ts";
export { parseSnapshot, planSnapshot, restoreSnapshot } from "./snapshot.ts";

export async function createCommand(
  scope: ScopeAccess,
  taken: object,
  signal: AbortSignal | undefined,
): Promise<Command> {
  const { requests, rules } = scope;
  const { proven, warnings } = checkedCommand(taken, rules, requests.operations.create);
  warn(scope, warnings);
  return requests.create(proven, { signal });
}

export async function editCommand(
  scope: ScopeAccess,
  id: Snowflake,
  taken: object,
  options: RenameOptions,
): Promise<Command> {
  const { requests } = scope;
  const { signal } = options;
  const rules = { ...scope.rules, partial: true };
  const check = (type: CommandType | undefined) =>
    checkedCommand(taken, { ...rules, type }, requests.operations.edit);
  const alone = check(readType(taken));
  const live = needsLive(alone.proven) ? await requests.get(id, { signal }) : undefined;
  const { type = CommandType.ChatInput, name } = live ?? {};
  const { proven, warnings } = live ? check(type) : alone;
  warn(scope, warnings);
  const perform = async (): Promise<Command> => requests.edit(id, proven, { signal });
  const { name: renamedTo } = proven as { readonly name?: string };
  if (name === undefined || renamedTo === undefined || renamedTo === name) return perform();
  const command: PlannedEdit = { id, type, name, renamedTo, changes: [], edit: { ...proven } };
  return rename(scope, { kind: "edit", command }, [command], perform, options);
}

interface Item {
  readonly type?: CommandType | undefined;
  readonly id?: Snowflake | undefined;
}

/** Keeps the entry point unless its deletion is allowed. */
export async function overwriteCommands(
  scope: ScopeAccess,
  taken: readonly Item[],
  { allow, ...options }: RenameOptions & { readonly allow?: readonly Permit[] | undefined },
): Promise<Command[]> {
  const { requests, rules } = scope;
  const { signal } = options;
  const { proven: checked, warnings } = checkedSet(taken, rules, requests.operations.overwrite);
  if (checked.length === 0 && !allow?.includes("empty-scope")) throw wouldEmptyScope("The overwrite");
  warn(scope, warnings);
  const hasIds = checked.some(({ id }) => id);
  const live =
    rules.scope === "global" || hasIds ? await requests.list({ withLocalizations: true, signal }) : [];
  const entryPoint = live.find(isEntryPoint);
  const isDeleted = allow?.includes("delete-entry-point") && !checked.some(isEntryPoint);
  const items =
    entryPoint && !isDeleted
      ? checkedSet(
          carryEntryPoint(checked, entryPoint),
          { ...rules, allowUnknownFields: true },
          requests.operations.overwrite,
        ).proven
      : checked;
  const perform = async (): Promise<Command[]> => {
    if (entryPoint && isDeleted) await requests.delete(entryPoint.id, { signal });
    return requests.overwrite(items, { signal });
  };
  const write: Write = { kind: "overwrite", commands: items.map((item) => ({ ...item })) };
  return rename(scope, write, renamesIn(items, live), perform, options);
}

function renamesIn(items: readonly object[], live: readonly Command[]): PlannedEdit[] {
  return items.flatMap((item) => {
    const { id: itemId, name: renamedTo } = item as Partial<CommandReference>;
    const found = live.find((command) => command.id === itemId);
    if (!found || renamedTo === undefined || renamedTo === found.name) return [];
    const { id, name, type = 1 } = found;
    return [{ id, type, name, renamedTo, changes: [], edit: { ...item } }];
  });
}

function warn({ onWarning }: ScopeAccess, findings: readonly Finding[]): void {
  for (const finding of findings) onWarning(ruleWarning(finding));
}

interface RenameOptions extends ReadOptions, PermissionLoss {}

async function rename<Answer>(
  { permissions, onWarning }: ScopeAccess,
  write: Write,
  renames: readonly PlannedEdit[],
  perform: () => Promise<Answer>,
  options: RenameOptions,
): Promise<Answer> {
  const erasure = await readErasure(renames, permissions, options);
  if (erasure) await refuseLoss(erasure, permissions, options);
  const answer = await perform();
  const lost = [...(erasure?.saved ?? [])];
  try {
    await restoreAll(lost, permissions, options);
  } catch (error) {
    if (!isClientError(error)) throw error;
    throw new ApplyError(error, { done: [write], remaining: [], savedPermissions: lost });
  }
  if (lost.length > 0) onWarning(lostWarning(lost));
  return answer;
}

function readType(edit: unknown): CommandType | undefined {
  const type = isObject(edit) ? edit["type"] : undefined;
  return Object.values(CommandType).find((one) => one === type);
}

/** Whether the live command is needed: its type determines the name rules, and its name shows whether it is renamed. */
function needsLive(edit: object): boolean {
  const { name, name_localizations: names, type } = edit as Readonly<Record<string, unknown>>;
  return [name, names, type].some((value) => value !== undefined && value !== null);
}

function carryEntryPoint(commands: readonly Item[], live: Command): readonly Item[] {
  const { id } = live;
  if (!commands.some(isEntryPoint)) return [...commands, toUnchangedItem(live)];
  return commands.map((command) =>
    isEntryPoint(command) && typeof command.id !== "string" ? passOn(command, { ...command, id }) : command,
  );
}
