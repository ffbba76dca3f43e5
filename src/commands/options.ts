import { type ListOptions, callFields, type CallOptions } from "../core/request/transport.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { fields, type Table } from "../core/check/fields.ts";
import {
  type Reader,
  callable,
  flag,
  oneOf,
  optional,
  wrongArgument,
  whole,
  withMethods,
  listOf,
  isObject,
  parseSnowflake,
} from "../core/check/readers.ts";
import { locales } from "../wire/locale.ts";
import type {
  ApplyOptions,
  PermissionLoss,
  DesiredCommand,
  PlanOptions,
  PlanWarning,
  SavedPermissions,
  Permit,
  ApplyReport,
} from "./plan/plan-types.ts";
import type { ClientError } from "../core/errors.ts";
import { notificationCallback } from "../core/check/callback.ts";
import type { PermissionsApplyOptions, PermissionsPlanOptions } from "./permission-rules/types.ts";
import type { GuildCommand, Command, GuildCommandPermissions } from "../wire/command.ts";
import type { RolloutJournal } from "./many-guilds.ts";
import { isEvery, takeCommands, readInstalls, takeData } from "./rules/input.ts";

export const readReport: Reader<ApplyReport> = (value, name) => {
  const taken = takeData(value);
  if (isObject(taken)) {
    const { done, remaining, savedPermissions } = taken;
    const isReport = Array.isArray(done) && Array.isArray(remaining) && isEvery(savedPermissions, isSaved);
    if (isReport) return taken as unknown as ApplyReport;
  }
  throw wrongArgument(name, value, "a report returned by apply() or from an ApplyError");
};

const readGuildIds: Reader<readonly Snowflake[]> = listOf(parseSnowflake);

const readPermits: Reader<readonly Permit[] | undefined> = optional(
  listOf(oneOf(["delete-entry-point", "empty-scope"])),
);

type Planning = Omit<PlanOptions, "scope" | "guildId" | "profile" | "allowUnknownFields" | "globalCommands">;

export const planFields: Table<Planning> = {
  allow: readPermits,
  applicationInstalls: readInstalls,
  guildIds: optional(readGuildIds),
};

const lossFields: Table<PermissionLoss> = { allowPermissionLoss: optional(flag) };

const applyFields: Table<ApplyOptions> = {
  ...callFields,
  ...lossFields,
  onProgress: optional(callable()),
  resume: optional(readReport),
};

const editFields: Table<Checked<EditOptions>> = {
  ...callFields,
  ...lossFields,
  guildIds: optional(readGuildIds),
};

export const readListOptions: Reader<ListOptions> = fields<ListOptions>({
  ...callFields,
  withLocalizations: optional(flag),
  locale: optional(oneOf(locales)),
});

export const readEditOptions: Reader<Checked<EditOptions>> = fields<Checked<EditOptions>>(editFields);

export const readOverwriteOptions: Reader<Checked<OverwriteOptions>> = fields<Checked<OverwriteOptions>>({
  ...editFields,
  allow: readPermits,
});

export const readScopePlanOptions: Reader<CallOptions & Planning> = fields<CallOptions & Planning>({
  ...callFields,
  ...planFields,
});

export const readApplyOptions: Reader<ApplyOptions> = fields<ApplyOptions>(applyFields);

export const readSyncOptions: Reader<Planning & ApplyOptions> = fields<Planning & ApplyOptions>({
  ...applyFields,
  ...planFields,
});

export function readSync(options: unknown): { readonly planning: Planning; readonly applying: ApplyOptions } {
  const { allow, applicationInstalls, guildIds, ...applying } = readSyncOptions(options, "options");
  return { planning: { allow, applicationInstalls, guildIds }, applying };
}

export type Checked<Options extends PermissionGuilds> = Omit<Options, "guildIds"> & {
  readonly guildIds?: readonly Snowflake[] | undefined;
};

/** The commands for all guilds, or a function that returns the commands for a given guild. @stable */
export type RolloutSet =
  | readonly DesiredCommand<GuildCommand>[]
  | ((guildId: Snowflake) => readonly DesiredCommand<GuildCommand>[]);

/** The result of a rollout in one guild. @stable */
export interface GuildResult {
  readonly guildId: Snowflake;
  /** `skipped` means that an earlier run with the same journal finished this guild. */
  readonly status: "done" | "skipped" | "failed";
  readonly writes: number;
  /** The error, if the status is `failed`. An {@link ApplyError} includes a report. */
  readonly error?: ClientError;
  /** The warnings in the guild's plan, if any. */
  readonly warnings?: readonly PlanWarning[];
  /** Permissions that were erased by renaming commands and not restored, if any. */
  readonly savedPermissions?: readonly SavedPermissions[];
}

/** Options for {@link CommandsClient.rollout}. @stable */
export interface RolloutOptions extends CallOptions, PermissionLoss, Pick<PlanOptions, "allow"> {
  /**
   * Stores the progress for a later run. Use `fileJournal` from `slashpass/commands/file-journal`, or a custom implementation.
   */
  readonly journal?: RolloutJournal | undefined;
  /** The maximum number of guilds processed at the same time. Default 50. */
  readonly concurrency?: number | undefined;
  /** Called when a guild is done. Errors thrown by the callback are ignored. */
  readonly onProgress?: ((result: GuildResult, done: number, total: number) => void) | undefined;
}

const readMethods = withMethods<RolloutJournal>(["read", "append"]);

const guildsFields = {
  ...callFields,
  journal: optional<RolloutJournal>((value, name) => {
    if (typeof value !== "string") return readMethods(value, name);
    const hint = 'Pass fileJournal(path) from "slashpass/commands/file-journal".';
    throw wrongArgument(name, value, "a journal", { hint });
  }),
  concurrency: optional(whole(1, 10_000, "invalid_concurrency")),
  onProgress: optional(notificationCallback("onProgress")),
};

const readRolloutOptions: Reader<RolloutOptions> = fields<RolloutOptions>({
  ...guildsFields,
  ...lossFields,
  allow: readPermits,
});

export const readPermissionsPlanOptions: Reader<Checked<PermissionsPlanOptions>> = fields<
  Checked<PermissionsPlanOptions>
>({ ...guildsFields, guildIds: optional(readGuildIds) });

export const readPermissionsApplyOptions: Reader<PermissionsApplyOptions> =
  fields<PermissionsApplyOptions>(guildsFields);

export interface CheckedRollout {
  readonly set: RolloutSet;
  readonly guildIds: readonly Snowflake[];
  readonly options: RolloutOptions;
}

export function readRollout(
  set: RolloutSet,
  guildIds: readonly SnowflakeInput[],
  given: RolloutOptions,
): CheckedRollout {
  const options = readRolloutOptions(given, "options");
  if (!Array.isArray(set) && typeof set !== "function") {
    throw wrongArgument("desired", set, "a list of commands, or a function that returns one for a guild");
  }
  return {
    set: typeof set === "function" ? set : takeCommands(set),
    guildIds: [...new Set(readGuildIds(guildIds, "guildIds"))],
    options,
  };
}

/** Options for taking a snapshot. @stable */
export interface SnapshotOptions extends CallOptions {
  /** For the global scope: the guilds whose permissions are saved. Default: the bot's guilds, if the client has a `botToken`. */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
}

export const readSnapshotOptions: Reader<Checked<SnapshotOptions>> = fields<Checked<SnapshotOptions>>({
  ...callFields,
  guildIds: optional(readGuildIds),
});

/** A scope's saved commands and permissions. Plain data. @stable */
export interface Snapshot {
  readonly format: 1;
  /** Whether the snapshot contains the global commands or one guild's commands. */
  readonly scope: "global" | "guild";
  /** The guild. Absent for the global commands. */
  readonly guildId?: Snowflake;
  /** The commands, with all localizations. */
  readonly commands: readonly Command[];
  /** The permissions in the guild, or, for the global scope, in the guilds listed in `guildIds`. */
  readonly permissions: readonly GuildCommandPermissions[];
}

/** The guilds in which renamed global commands keep their permissions. @stable */
export interface PermissionGuilds {
  /**
   * For the global scope: the guilds in which renamed commands keep their permissions. Default: the bot's guilds, if the client
   * has a `botToken`. In other guilds, the permissions are lost without a warning.
   */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
}

/** Options for editing a command. @stable */
export interface EditOptions extends CallOptions, PermissionLoss, PermissionGuilds {}

/** Options for planning a scope's commands. @stable */
export type ScopePlanOptions = CallOptions &
  PermissionGuilds &
  Pick<PlanOptions, "allow" | "applicationInstalls">;

/** Options for overwriting a scope. @stable */
export interface OverwriteOptions extends EditOptions {
  /** The steps to allow: `delete-entry-point`, `empty-scope`. Default none. */
  readonly allow?: readonly Permit[] | undefined;
}

function isSaved({ guildId, commandId, permissions }: Readonly<Record<string, unknown>>): boolean {
  return typeof guildId === "string" && typeof commandId === "string" && Array.isArray(permissions);
}
