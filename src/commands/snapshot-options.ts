import type { CallOptions } from "../core/request/call-options.ts";
import { fields } from "../core/check/fields.ts";
import type { Reader } from "../core/check/reader.ts";
import { abortSignal, optional } from "../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { Command } from "../wire/command.ts";
import type { GuildCommandPermissions } from "../wire/command-permission.ts";
import { readGuildIds } from "./plan/plan-fields.ts";

/** What a snapshot has. */
export interface SnapshotOptions extends CallOptions {
  /** For the global scope: the guilds whose permissions are saved. Default: the bot's, where the client has a `botToken`. */
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
