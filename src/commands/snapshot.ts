import type { CallOptions } from "../core/request/transport.ts";
import { isObject } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { type Command, CommandType } from "../wire/command.ts";
import { applyFresh, planLive } from "./plan/apply.ts";
import { checkedDesired, withText } from "./plan/plan-commands.ts";
import { isClientError, validationError } from "../core/errors.ts";
import { toDefinition } from "./rules/definition.ts";
import { isEvery } from "./rules/input.ts";
import {
  ApplyError,
  type ApplyOptions,
  type ApplyReport,
  type PermissionLoss,
  type DesiredCommand,
  type Plan,
  type PlanOptions,
  type PlanWarning,
  type SavedPermissions,
} from "./plan/plan-types.ts";
import {
  countOf,
  type Erasure,
  permissionLoss,
  type PermissionsAccess,
  readPermissions,
  restoreAll,
  savedOf,
  type ScopeAccess,
  withoutToken,
} from "./plan/erasure.ts";
import type { Snapshot } from "./options.ts";

/** Rejects a snapshot that contains another guild's permissions. */
export function parseSnapshot(
  value: unknown,
  { scope, guildId }: { readonly scope: "global" | "guild"; readonly guildId?: Snowflake | undefined },
): Snapshot {
  const isOne = isSnapshot(value);
  if (isOne && value.scope === scope && value.guildId === guildId) return value;
  throw validationError(
    "invalid_snapshot",
    isOne ? "The snapshot is from another scope." : "snapshot is not a valid snapshot.",
    "Pass the result of snapshot().",
  );
}

function isSnapshot(value: unknown): value is Snapshot {
  if (!isObject(value) || value["format"] !== 1) return false;
  return (
    isEvery(value["commands"], ({ id, name }) => typeof id === "string" && typeof name === "string") &&
    isEvery(value["permissions"], (one) => typeof one["id"] === "string" && Array.isArray(one["permissions"]))
  );
}

/** Commands that still exist keep their ids. */
function desiredOf({ commands }: Snapshot, live: readonly Command[]): DesiredCommand[] {
  const ids = new Map(live.map(({ id, type = 1 }) => [id, type]));
  return commands.map((command) => ({
    ...toDefinition(command),
    // Always set, because omitting an entry point's description leaves it unchanged.
    ...(command.type === CommandType.PrimaryEntryPoint && { description: command.description }),
    ...(ids.get(command.id) === (command.type ?? 1) && { id: command.id }),
  }));
}

interface Restored {
  readonly taken: Snapshot;
  readonly live: readonly Command[];
}

interface SnapshotPlan {
  readonly plan: Plan;
  readonly erasure: Erasure | undefined;
  readonly missing: readonly SavedPermissions[];
}

export async function planSnapshot(
  { requests, permissions }: ScopeAccess,
  taken: Snapshot,
  given: PlanOptions,
  { signal }: CallOptions,
): Promise<SnapshotPlan> {
  const options = { ...given, allowUnknownFields: true };
  const live = await requests.list({ withLocalizations: true, signal });
  const desired = checkedDesired(desiredOf(taken, live), options);
  const { plan, erasure } = await planLive(desired, live, options, permissions, { signal });
  const missing = await readMissing({ taken, live }, plan, permissions, signal);
  const warnings = [...plan.warnings, ...describeMissing(missing, permissions.canRestore)];
  return { plan: withText({ ...plan, warnings }), erasure, missing };
}

export async function restoreSnapshot(
  access: ScopeAccess,
  taken: Snapshot,
  planning: PlanOptions,
  applying: ApplyOptions,
): Promise<ApplyReport> {
  const { requests, permissions } = access;
  const { signal } = applying;
  const { plan, erasure, missing } = await planSnapshot(access, taken, planning, { signal });
  if (missing.length > 0 && !permissions.canRestore && !applying.allowPermissionLoss) {
    throw permissionLoss(`${countOf(missing)} in the snapshot, and ${withoutToken}`);
  }
  const report = await applyFresh(plan, erasure, access, applying);
  if (taken.permissions.length === 0 && permissions.guildId === undefined) return report;
  const live = await requests.list({ signal });
  return restorePermissions({ taken, live, missing, report }, permissions, applying);
}

async function readMissing(
  { taken, live }: Restored,
  plan: Plan,
  access: PermissionsAccess,
  signal: AbortSignal | undefined,
): Promise<SavedPermissions[]> {
  const erased = new Set([
    ...plan.edits.filter(({ renamedTo }) => renamedTo !== undefined).map(({ id }) => id),
    ...plan.deletes.map(({ id }) => id),
  ]);
  const wanted = wantedIn({ taken, live }).filter(({ permissions }) => permissions.length > 0);
  const current = await readCurrent(wanted, access, signal);
  return wanted.filter((one) => erased.has(one.commandId) || !isIn(current, one));
}

/** Recreated commands are matched by type and name. If there is no user token, the report lists the missing permissions. */
async function restorePermissions(
  {
    taken,
    live,
    missing,
    report,
  }: Restored & { readonly missing: readonly SavedPermissions[]; readonly report: ApplyReport },
  access: PermissionsAccess,
  options: CallOptions & PermissionLoss,
): Promise<ApplyReport> {
  if (!access.canRestore) {
    const now = missing.map((one) => ({
      ...one,
      commandId: successorOf(one.commandId, taken.commands, live) ?? one.commandId,
    }));
    const known = new Set(now.map(keyOf));
    const others = report.savedPermissions.filter((one) => !known.has(keyOf(one)));
    return { ...report, savedPermissions: [...others, ...now] };
  }
  const pending: SavedPermissions[] = [];
  const reportNow = () => ({ ...report, savedPermissions: [...report.savedPermissions, ...pending] });
  try {
    pending.push(...(await readChanges({ taken, live }, access, options.signal)));
    await restoreAll(pending, access, options);
  } catch (error) {
    throw isClientError(error) ? new ApplyError(error, reportNow()) : error;
  }
  return reportNow();
}

async function readChanges(
  { taken, live }: Restored,
  access: PermissionsAccess,
  signal: AbortSignal | undefined,
): Promise<SavedPermissions[]> {
  const wanted = wantedIn({ taken, live });
  const current = await readCurrent(wanted, access, signal);
  const known = new Set(wanted.map(keyOf));
  const added = [...current.values()].filter((one) => !known.has(keyOf(one)));
  return [
    ...wanted.filter((one) => !isIn(current, one)),
    ...added.map((one) => ({ ...one, permissions: [] })),
  ].filter(({ commandId }) => access.guildId !== undefined || live.some(({ id }) => id === commandId));
}

function wantedIn({ taken: { commands, permissions }, live }: Restored): SavedPermissions[] {
  return permissions.map((one) => ({
    ...savedOf(one),
    // If no command has this id, the permissions belong to the application or to a global command.
    commandId: successorOf(one.id, commands, live) ?? one.id,
  }));
}

async function readCurrent(
  wanted: readonly SavedPermissions[],
  access: PermissionsAccess,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, SavedPermissions>> {
  const guildIds = wanted.map(({ guildId }) => guildId);
  const { all } = await readPermissions(access, { guildIds, signal });
  return new Map(all.map(savedOf).map((one) => [keyOf(one), one]));
}

function keyOf({ guildId, commandId }: Pick<SavedPermissions, "guildId" | "commandId">): string {
  return `${guildId} ${commandId}`;
}

function isIn(current: ReadonlyMap<string, SavedPermissions>, wanted: SavedPermissions): boolean {
  const found = current.get(keyOf(wanted))?.permissions ?? [];
  return JSON.stringify(wanted.permissions) === JSON.stringify(found);
}

function successorOf(id: Snowflake, commands: readonly Command[], live: readonly Command[]) {
  if (live.some((command) => command.id === id)) return id;
  const then = commands.find((command) => command.id === id);
  return then && live.find(({ name, type = 1 }) => name === then.name && type === (then.type ?? 1))?.id;
}

function describeMissing(missing: readonly SavedPermissions[], canRestore: boolean): PlanWarning[] {
  if (missing.length === 0) return [];
  const what = `permissions in the snapshot (${countOf(missing)})`;
  const [code, message] = canRestore
    ? (["permissions-restored", `The ${what} will be restored.`] as const)
    : (["permissions-lost", `The ${what} will not be restored, because ${withoutToken}.`] as const);
  return [{ code, message, savedPermissions: missing }];
}
