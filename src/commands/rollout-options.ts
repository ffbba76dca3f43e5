import type { CallOptions } from "../core/request/call-options.ts";
import type { ClientError } from "../core/errors.ts";
import { told } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import { type Reader, wrongArgument } from "../core/check/reader.ts";
import { abortSignal, flag, optional, whole, withMethods } from "../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { GuildCommand } from "../wire/command.ts";
import type { PermissionLoss } from "./plan/apply-types.ts";
import { readGuildIds, readPermits } from "./plan/plan-fields.ts";
import type { DesiredCommand, PlanOptions, PlanWarning, SavedPermissions } from "./plan/plan-types.ts";
import type { RolloutJournal } from "./rollout-journal.ts";
import { takeCommands } from "./rules/frozen-copy.ts";

/** The commands of every guild, or of each. */
export type RolloutSet =
  | readonly DesiredCommand<GuildCommand>[]
  | ((guildId: Snowflake) => readonly DesiredCommand<GuildCommand>[]);

/** What became of one guild. */
export interface GuildResult {
  readonly guildId: Snowflake;
  /** `skipped`: done by an earlier run with the same journal. */
  readonly status: "done" | "skipped" | "failed";
  /** How many requests changed something. */
  readonly writes: number;
  readonly error?: ClientError;
  /** What the plan of the guild warned of; only where it warned. */
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
  /** Told each guild as it ends. What it throws is dropped: the rollout goes on. */
  readonly onProgress?: ((result: GuildResult, done: number, total: number) => void) | undefined;
}

const readJournal = withMethods<RolloutJournal>(["read", "append"]);

const readRolloutOptions: Reader<RolloutOptions> = fields<RolloutOptions>({
  signal: optional(abortSignal()),
  allow: readPermits,
  allowPermissionLoss: optional(flag),
  journal: optional((value, name) => {
    if (typeof value !== "string") return readJournal(value, name);
    const hint = 'Pass fileJournal(path), which comes from "slashpass/commands/file-journal".';
    throw wrongArgument(name, value, "a journal", { hint });
  }),
  concurrency: optional(whole(1, 10_000, "invalid_concurrency")),
  onProgress: optional(told("onProgress")),
});

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
