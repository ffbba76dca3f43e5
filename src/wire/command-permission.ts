import type { Snowflake } from "./snowflake.ts";

/** Whom an overwrite is about (Application Commands Interface, "Application command permission"). */
export const PermissionType = { Role: 1, User: 2, Channel: 3 } as const;
export type PermissionType = (typeof PermissionType)[keyof typeof PermissionType];

/** Allows or disallows a command for one role, user or channel. */
export interface PermissionOverwrite {
  /** The guild's id means everyone (type role); the guild's id minus one means all channels (type channel). */
  readonly id: Snowflake;
  readonly type: PermissionType;
  readonly permission: boolean;
}

/** The overwrites of a command in a guild (Application Commands Interface, "Guild application command permissions"). */
export interface GuildCommandPermissions {
  /** The command; or the application, for all commands without overwrites of their own. */
  readonly id: Snowflake;
  readonly application_id: Snowflake;
  readonly guild_id: Snowflake;
  readonly permissions: readonly PermissionOverwrite[];
}
