import { validationError } from "../errors.ts";
import type { Snowflake } from "../snowflake.ts";
import type { Command } from "../wire/command.ts";
import type { GuildCommandPermissions } from "../wire/command-permission.ts";
import { toDefinition } from "./definition.ts";
import type { DesiredCommand } from "./plan/plan-types.ts";

/** A scope as it was: commands with all localizations, and for a guild their permissions. Plain data. */
export interface Snapshot {
  readonly format: 1;
  readonly scope: "global" | "guild";
  readonly guildId?: Snowflake;
  readonly commands: readonly Command[];
  /** Empty for the global scope, whose permissions are in its guilds. */
  readonly permissions: readonly GuildCommandPermissions[];
}

/** @throws ClientError `invalid_snapshot` unless it was taken of this scope: permissions of another guild mean nothing here. */
export function parseSnapshot(
  value: unknown,
  scope: "global" | "guild",
  guildId: Snowflake | undefined,
): Snapshot {
  const snapshot = (value ?? {}) as Partial<Snapshot>;
  const isSnapshot =
    snapshot.format === 1 && Array.isArray(snapshot.commands) && Array.isArray(snapshot.permissions);
  if (isSnapshot && snapshot.scope === scope && snapshot.guildId === guildId) return value as Snapshot;
  throw validationError(
    "invalid_snapshot",
    isSnapshot ? "The snapshot was taken of another scope." : "This is not a snapshot.",
    "Pass what snapshot() returned.",
  );
}

/** The commands of a snapshot as desired ones: those that still live keep their id, and their name of then. */
export function desiredOf({ commands }: Snapshot, live: readonly Command[]): DesiredCommand[] {
  const ids = new Map(live.map(({ id, type = 1 }) => [id, type]));
  return commands.map((command) => ({
    ...toDefinition(command),
    // What the definition leaves to the service is brought back as it was.
    ...(command.integration_types && { integration_types: command.integration_types }),
    ...(ids.get(command.id) === (command.type ?? 1) && { id: command.id }),
  }));
}
