import { isObject } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { type Command, CommandType } from "../wire/command.ts";
import { isClientError } from "../core/errors.ts";
import type { ApplyTarget } from "./plan/apply.ts";
import {
  lostWarning,
  type PermissionsAccess,
  readErasure,
  type ReadOptions,
  refuseLoss,
  restoreAll,
} from "./plan/erasure.ts";
import {
  ApplyError,
  type PermissionLoss,
  type Permit,
  type PlannedEdit,
  type PlanOptions,
  type PlanWarning,
  renamesIn,
  type Write,
} from "./plan/plan-types.ts";
import { warningOf } from "./plan/writes.ts";
import { wouldEmptyScope } from "./plan/plan-commands.ts";
import type { CommandRequests } from "./requests.ts";
import { takeCommands } from "./rules/input.ts";
import { passOn } from "./rules/proven.ts";
import { isEntryPoint } from "./rules/set.ts";
import { checkedCommand, checkedSet } from "./rules/validate.ts";
import type { Finding } from "./rules/visit.ts";
import { toKeptItem } from "./rules/definition.ts";

/** A scope, as far as writing in it needs it. */
export interface WrittenScope {
  readonly requests: CommandRequests;
  readonly rules: Pick<PlanOptions, "scope" | "guildId" | "profile" | "allowUnknownFields">;
  readonly permissions: PermissionsAccess;
  readonly onWarning: (warning: PlanWarning) => void;
}

/** Registers a command. */
export async function createCommand(
  scope: WrittenScope,
  taken: object,
  signal: AbortSignal | undefined,
): Promise<Command> {
  const { requests, rules } = scope;
  const { proven, warnings } = checkedCommand(taken, rules, requests.operations.create);
  warn(scope, warnings);
  return requests.create(proven, { signal });
}

/** Edits a command: where its name or type is in the edit, beside the live one. */
export async function editCommand(
  scope: WrittenScope,
  id: Snowflake,
  taken: object,
  options: RenameOptions,
): Promise<Command> {
  const { requests } = scope;
  const { signal } = options;
  const rules = { ...scope.rules, partial: true };
  const check = (type: CommandType | undefined) =>
    checkedCommand(taken, { ...rules, type }, requests.operations.edit);
  const alone = check(saidType(taken));
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

/** The fields that identify a command in a list. */
interface Item {
  readonly type?: CommandType | undefined;
  readonly id?: Snowflake | undefined;
}

/** Overwrites a scope; its entry point is carried through unless it may be deleted. */
export async function overwriteCommands(
  scope: WrittenScope,
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
  // A command that was read may have what the service has added since.
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

/** The scope that a plan is applied to. Its writes were checked when the plan was made; a stored plan is checked again. */
export function applyTarget({ requests, permissions, rules: given }: WrittenScope): ApplyTarget {
  const rules = { ...given, allowUnknownFields: true };
  const { operations } = requests;
  return {
    permissions,
    list: async (options) => requests.list(options),
    create: async (command, options) =>
      requests.create(checkedCommand(command, rules, operations.create).proven, options),
    edit: async (id, edit, options) =>
      requests.edit(id, checkedCommand(edit, { ...rules, partial: true }, operations.edit).proven, options),
    delete: async (id, options) => requests.delete(id, options),
    // The plan has the entry point already.
    overwrite: async (commands, options) =>
      requests.overwrite(checkedSet(takeCommands(commands), rules, operations.overwrite).proven, options),
  };
}

function warn({ onWarning }: WrittenScope, findings: readonly Finding[]): void {
  for (const finding of findings) onWarning(warningOf(finding));
}

/** How a request that renames commands is sent. */
interface RenameOptions extends ReadOptions, PermissionLoss {}

/**
 * Carries out a single request that renames commands, and keeps their permissions.
 *
 * @throws ClientError `permission_loss`, before it is sent; ApplyError when it was done and permissions are not written back.
 */
async function rename<Answer>(
  { permissions, onWarning }: WrittenScope,
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

/** The type that an edit says, as a live command that is changed and sent does. */
function saidType(edit: unknown): CommandType | undefined {
  const type = isObject(edit) ? edit["type"] : undefined;
  return Object.values(CommandType).find((one) => one === type);
}

/** Whether an edit can be judged only beside the live command: its names by its type, and whether it renames. */
function needsLive(edit: object): boolean {
  const { name, name_localizations: names, type } = edit as Readonly<Record<string, unknown>>;
  return [name, names, type].some((value) => value !== undefined && value !== null);
}

/** The list of a bulk overwrite with the live entry point in it. */
export function carryEntryPoint(commands: readonly Item[], live: Command): readonly Item[] {
  const { id } = live;
  if (!commands.some(isEntryPoint)) return [...commands, toKeptItem(live)];
  return commands.map((command) =>
    isEntryPoint(command) && typeof command.id !== "string" ? passOn(command, { ...command, id }) : command,
  );
}
