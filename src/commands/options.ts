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
import { told } from "../core/check/callback.ts";
import type { PermissionsApplyOptions, PermissionsPlanOptions } from "./permission-rules/types.ts";
import type { GuildCommand, Command, GuildCommandPermissions } from "../wire/command.ts";
import type { RolloutJournal } from "./rollout-journal.ts";
import { isEvery, takeCommands, readInstalls, takeData } from "./rules/input.ts";

/** The report of an earlier run. */
export const readReport: Reader<ApplyReport> = (value, name) => {
  const taken = takeData(value);
  if (isObject(taken)) {
    const { done, remaining, savedPermissions } = taken;
    const isReport = Array.isArray(done) && Array.isArray(remaining) && isEvery(savedPermissions, isSaved);
    if (isReport) return taken as unknown as ApplyReport;
  }
  throw wrongArgument(name, value, "a report: that of an ApplyError, or what apply() returned");
};

/** Ids of guilds. */
export const readGuildIds: Reader<readonly Snowflake[]> = listOf(parseSnowflake);

/** The steps that need an explicit permit. */
export const readPermits: Reader<readonly Permit[] | undefined> = optional(
  listOf(oneOf(["delete-entry-point", "empty-scope"])),
);

/** How a plan is made, beside its scope. */
type Planning = Omit<PlanOptions, "scope" | "guildId" | "profile" | "allowUnknownFields" | "globalCommands">;

/** The readers for {@link Planning}. */
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

/** The options of a list. */
export const readListOptions: Reader<ListOptions> = fields<ListOptions>({
  ...callFields,
  withLocalizations: optional(flag),
  locale: optional(oneOf(locales)),
});

/** The options of an edit. */
export const readEditOptions: Reader<Checked<EditOptions>> = fields<Checked<EditOptions>>(editFields);

/** The options of an overwrite. */
export const readOverwriteOptions: Reader<Checked<OverwriteOptions>> = fields<Checked<OverwriteOptions>>({
  ...editFields,
  allow: readPermits,
});

/** The options of a plan. */
export const readScopePlanOptions: Reader<CallOptions & Planning> = fields<CallOptions & Planning>({
  ...callFields,
  ...planFields,
});

/** The options of an apply. */
export const readApplyOptions: Reader<ApplyOptions> = fields<ApplyOptions>(applyFields);

/** The options of a sync: those of a plan and of an apply. */
export const readSyncOptions: Reader<Planning & ApplyOptions> = fields<Planning & ApplyOptions>({
  ...applyFields,
  ...planFields,
});

/** The same, for each its own. */
export function readSync(options: unknown): { readonly planning: Planning; readonly applying: ApplyOptions } {
  const { allow, applicationInstalls, guildIds, ...applying } = readSyncOptions(options, "options");
  return { planning: { allow, applicationInstalls, guildIds }, applying };
}

/** Options as they were read: with ids as they are sent. */
export type Checked<Options extends PermissionGuilds> = Omit<Options, "guildIds"> & {
  readonly guildIds?: readonly Snowflake[] | undefined;
};

/** The commands of every guild, or of each. */
export type RolloutSet =
  | readonly DesiredCommand<GuildCommand>[]
  | ((guildId: Snowflake) => readonly DesiredCommand<GuildCommand>[]);

/** The result of one guild. */
export interface GuildResult {
  /** The guild, as it was passed. */
  readonly guildId: Snowflake;
  /** `skipped`: done by an earlier run with the same journal. */
  readonly status: "done" | "skipped" | "failed";
  /** How many requests changed something. */
  readonly writes: number;
  /** Why it failed; an {@link ApplyError} has a report. Only with `failed`. */
  readonly error?: ClientError;
  /** The warnings of the guild's plan; absent if there are none. */
  readonly warnings?: readonly PlanWarning[];
  /** Permissions of renamed commands that were erased and are not written back; only where there are some. */
  readonly savedPermissions?: readonly SavedPermissions[];
}

/** How commands are rolled out. */
export interface RolloutOptions extends CallOptions, PermissionLoss, Pick<PlanOptions, "allow"> {
  /**
   * Where progress is noted: a run with the same journal goes on from it. `fileJournal` of
   * `slashpass/commands/file-journal`, or a place of your own.
   */
  readonly journal?: RolloutJournal | undefined;
  /** How many guilds at once. Default 50. */
  readonly concurrency?: number | undefined;
  /** Called with each guild as it ends. Its errors are dropped: the rollout goes on. */
  readonly onProgress?: ((result: GuildResult, done: number, total: number) => void) | undefined;
}

const readMethods = withMethods<RolloutJournal>(["read", "append"]);

/** What work in many guilds has in common. */
const guildsFields = {
  ...callFields,
  journal: optional<RolloutJournal>((value, name) => {
    if (typeof value !== "string") return readMethods(value, name);
    const hint = 'Pass fileJournal(path), which comes from "slashpass/commands/file-journal".';
    throw wrongArgument(name, value, "a journal", { hint });
  }),
  concurrency: optional(whole(1, 10_000, "invalid_concurrency")),
  onProgress: optional(told("onProgress")),
};

const readRolloutOptions: Reader<RolloutOptions> = fields<RolloutOptions>({
  ...guildsFields,
  ...lossFields,
  allow: readPermits,
});

/** The options of a plan of permissions. */
export const readPermissionsPlanOptions: Reader<Checked<PermissionsPlanOptions>> = fields<
  Checked<PermissionsPlanOptions>
>({ ...guildsFields, guildIds: optional(readGuildIds) });

/** The options of an apply of permissions. */
export const readPermissionsApplyOptions: Reader<PermissionsApplyOptions> =
  fields<PermissionsApplyOptions>(guildsFields);

/** A rollout that was asked for, as it was read. */
export interface CheckedRollout {
  readonly set: RolloutSet;
  readonly guildIds: readonly Snowflake[];
  readonly options: RolloutOptions;
}

/** Reads what a caller passes: a list of commands is taken as it is now. */
export function readRollout(
  set: RolloutSet,
  guildIds: readonly SnowflakeInput[],
  given: RolloutOptions,
): CheckedRollout {
  const options = readRolloutOptions(given, "options");
  if (!Array.isArray(set) && typeof set !== "function") {
    throw wrongArgument("desired", set, "a list of commands, or a function that gives one for a guild");
  }
  return {
    set: typeof set === "function" ? set : takeCommands(set),
    guildIds: [...new Set(readGuildIds(guildIds, "guildIds"))],
    options,
  };
}

/** The content of a snapshot. */
export interface SnapshotOptions extends CallOptions {
  /** For the global scope: the guilds whose permissions are saved. Default: the bot's, where the client has a `botToken`. */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
}

/** The options of a snapshot: ids as they are sent. */
export const readSnapshotOptions: Reader<Checked<SnapshotOptions>> = fields<Checked<SnapshotOptions>>({
  ...callFields,
  guildIds: optional(readGuildIds),
});

/** A scope as it was: commands with all localizations, and permissions. Plain data. */
export interface Snapshot {
  /** Version of this form. */
  readonly format: 1;
  /** Whether it has the global commands, or those of one guild. */
  readonly scope: "global" | "guild";
  /** The guild; absent for the global commands. */
  readonly guildId?: Snowflake;
  /** The commands as the service returned them, with all localizations. */
  readonly commands: readonly Command[];
  /** Of the guild; of the global scope those in the guilds that were named. */
  readonly permissions: readonly GuildCommandPermissions[];
}

/** In which guilds the permissions of renamed global commands are kept. */
export interface PermissionGuilds {
  /**
   * For the global scope: the guilds in which the permissions of renamed commands are kept. Default: the bot's guilds, where
   * the client has a `botToken`. In the others they are erased unseen.
   */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
}

/** How a command is edited. */
export interface EditOptions extends CallOptions, PermissionLoss, PermissionGuilds {}

/** How a scope's plan is made. */
export type ScopePlanOptions = CallOptions &
  PermissionGuilds &
  Pick<PlanOptions, "allow" | "applicationInstalls">;

/** How a scope is overwritten. */
export interface OverwriteOptions extends EditOptions {
  /** The steps that need an explicit permit: `delete-entry-point`, `empty-scope`. Default none. */
  readonly allow?: readonly Permit[] | undefined;
}

function isSaved({ guildId, commandId, permissions }: Readonly<Record<string, unknown>>): boolean {
  return typeof guildId === "string" && typeof commandId === "string" && Array.isArray(permissions);
}
