import { validationError } from "../errors.ts";
import type { Snowflake } from "../snowflake.ts";
import { type Command, CommandType } from "../wire/command.ts";
import type { CallOptions } from "../api/call-options.ts";
import { isObject } from "../input/readers.ts";
import { toDefinition } from "./rules/definition.ts";
import type { PermissionsTarget } from "./plan/apply.ts";
import type { DesiredCommand } from "./plan/plan-types.ts";
import type { Snapshot } from "./snapshot-options.ts";

/** @throws ClientError `invalid_snapshot` unless it was taken of this scope: permissions of another guild mean nothing here. */
export function parseSnapshot(
  value: unknown,
  { scope, guildId }: { readonly scope: "global" | "guild"; readonly guildId?: Snowflake | undefined },
): Snapshot {
  const isOne = isSnapshot(value);
  if (isOne && value.scope === scope && value.guildId === guildId) return value;
  throw validationError(
    "invalid_snapshot",
    isOne ? "The snapshot was taken of another scope." : "snapshot is not a snapshot.",
    "Pass what snapshot() returned.",
  );
}

function isSnapshot(value: unknown): value is Snapshot {
  if (!isObject(value) || value["format"] !== 1) return false;
  const { commands, permissions } = value;
  return (
    Array.isArray(commands) &&
    commands.every(
      (one) => isObject(one) && typeof one["id"] === "string" && typeof one["name"] === "string",
    ) &&
    Array.isArray(permissions) &&
    permissions.every(
      (one) => isObject(one) && typeof one["id"] === "string" && Array.isArray(one["permissions"]),
    )
  );
}

/** The commands of a snapshot as desired ones: those that still live keep their id, and their name of then. */
export function desiredOf({ commands }: Snapshot, live: readonly Command[]): DesiredCommand[] {
  const ids = new Map(live.map(({ id, type = 1 }) => [id, type]));
  return commands.map((command) => ({
    ...toDefinition(command),
    // Said even when empty: a definition without one leaves an entry point's description alone.
    ...(command.type === CommandType.PrimaryEntryPoint && { description: command.description }),
    ...(ids.get(command.id) === (command.type ?? 1) && { id: command.id }),
  }));
}

/**
 * Brings back the permissions in a guild, where they differ: those that came since go away. Commands created again are
 * found by type and name.
 */
export async function restorePermissions(
  { scope, commands, permissions }: Snapshot,
  live: readonly Command[],
  guildId: Snowflake,
  place: PermissionsTarget,
  options: CallOptions,
): Promise<void> {
  const current = new Map((await place.list(options)).map((one) => [one.id, one.permissions]));
  const wanted = new Map(
    permissions
      .filter((one) => one.guild_id === guildId)
      // Without a command of that id they are the application's own, or a global command's.
      .map((one) => [successorOf(one.id, commands, live) ?? one.id, one.permissions]),
  );
  const isOfScope = (id: Snowflake): boolean => scope === "guild" || live.some((one) => one.id === id);
  for (const id of new Set([...current.keys(), ...wanted.keys()])) {
    const overwrites = wanted.get(id) ?? [];
    const isSame = JSON.stringify(current.get(id) ?? []) === JSON.stringify(overwrites);
    if (!isSame && isOfScope(id)) await place.restore(id, overwrites, options);
  }
}

/** The live command that a command of the snapshot is now. */
function successorOf(id: Snowflake, commands: readonly Command[], live: readonly Command[]) {
  const then = commands.find((command) => command.id === id);
  return then && live.find(({ name, type = 1 }) => name === then.name && type === (then.type ?? 1))?.id;
}
