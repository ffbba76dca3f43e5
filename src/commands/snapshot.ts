import { validationError } from "../errors.ts";
import type { Snowflake, SnowflakeInput } from "../snowflake.ts";
import { type Command, CommandType } from "../wire/command.ts";
import type { GuildCommandPermissions } from "../wire/command-permission.ts";
import type { CallOptions } from "../api/call-options.ts";
import { fields } from "../input/fields.ts";
import type { Reader } from "../input/reader.ts";
import { abortSignal, isObject, optional } from "../input/readers.ts";
import { toDefinition } from "./rules/definition.ts";
import { readGuildIds } from "./input.ts";
import { type CommandPermissions, editWhereLive } from "./permissions.ts";
import type { DesiredCommand } from "./plan/plan-types.ts";

/** What a snapshot has. */
export interface SnapshotOptions extends CallOptions {
  /** For the global scope: the guilds whose permissions are saved. Default none. */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
}

/** What a snapshot takes: ids as they are sent. */
export const readSnapshotOptions: Reader<
  Omit<SnapshotOptions, "guildIds"> & { readonly guildIds?: readonly Snowflake[] | undefined }
> = fields<Omit<SnapshotOptions, "guildIds"> & { readonly guildIds?: readonly Snowflake[] | undefined }>({
  signal: optional(abortSignal()),
  guildIds: optional(readGuildIds),
});

/** A scope as it was: commands with all localizations, and permissions. Plain data. */
export interface Snapshot {
  readonly format: 1;
  readonly scope: "global" | "guild";
  readonly guildId?: Snowflake;
  readonly commands: readonly Command[];
  /** Of the guild; of the global scope those in the guilds that were named. */
  readonly permissions: readonly GuildCommandPermissions[];
}

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
  place: CommandPermissions,
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
    if (!isSame && isOfScope(id)) await editWhereLive(place, id, overwrites, options);
  }
}

/** The live command that a command of the snapshot is now. */
function successorOf(id: Snowflake, commands: readonly Command[], live: readonly Command[]) {
  const then = commands.find((command) => command.id === id);
  return then && live.find(({ name, type = 1 }) => name === then.name && type === (then.type ?? 1))?.id;
}
