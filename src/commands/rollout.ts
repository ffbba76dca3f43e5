import type { CallOptions } from "../core/request/client-options.ts";
import { type ClientError, abortedError, isClientError, validationError } from "../core/errors.ts";
import { told, answerOf } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import {
  type Reader,
  wrongArgument,
  abortSignal,
  flag,
  optional,
  whole,
  withMethods,
} from "../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { GuildCommand } from "../wire/command.ts";
import {
  type PermissionLoss,
  ApplyError,
  type ApplyReport,
  type DesiredCommand,
  type PlanOptions,
  type PlanWarning,
  type SavedPermissions,
  type Plan,
} from "./plan/plan-types.ts";
import { readGuildIds, readPermits } from "./plan/plan-input.ts";
import {
  type RolloutJournal,
  digestOf,
  formatEntry,
  guarded,
  type JournalEntry,
  readEntries,
} from "./rollout-journal.ts";
import { takeCommands } from "./rules/proven.ts";
import type { GuildScope } from "./scope.ts";

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
interface CheckedRollout {
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

/** Brings many guilds to their desired commands, side by side. One guild's failure stops no other. */
export async function rollOut(
  guildOf: (id: Snowflake) => GuildScope,
  { set, guildIds: ids, options }: CheckedRollout,
): Promise<GuildResult[]> {
  const { concurrency = 50 } = options;
  const place = options.journal && guarded(options.journal);
  const entries = readEntries((await place?.read()) ?? "");
  const results = new Map<Snowflake, GuildResult>();
  const waiting = [...ids];
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const guild = new GuildRollout(guildOf(id), id, set, place, options);
      const result = await guild.run(entries.get(id));
      results.set(id, result);
      options.onProgress?.(result, results.size, ids.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, ids.length) }, work));
  } finally {
    // Without its journal a rollout must not go on.
    waiting.length = 0;
  }
  return ids.flatMap((id) => results.get(id) ?? []);
}

/** The rollout to one guild. */
class GuildRollout {
  readonly #scope: GuildScope;
  readonly #guildId: Snowflake;
  readonly #set: RolloutSet;
  readonly #journal: RolloutJournal | undefined;
  readonly #options: RolloutOptions;

  constructor(
    scope: GuildScope,
    guildId: Snowflake,
    set: RolloutSet,
    journal: RolloutJournal | undefined,
    options: RolloutOptions,
  ) {
    this.#scope = scope;
    this.#guildId = guildId;
    this.#set = set;
    this.#journal = journal;
    this.#options = options;
  }

  async run(earlier: JournalEntry | undefined): Promise<GuildResult> {
    const guildId = this.#guildId;
    let digest = "";
    try {
      const prepared = await this.#prepare();
      ({ digest } = prepared);
      const isDone = earlier?.status === "done" && earlier.savedPermissions.length === 0;
      if (isDone && earlier.digest === digest) return { guildId, status: "skipped", writes: 0 };
      const { plan, report } = await this.#sync(prepared.desired, earlier, digest);
      const { done, savedPermissions } = report;
      await this.#note(digest, "done", savedPermissions);
      return {
        guildId,
        status: "done",
        writes: done.length,
        ...(plan.warnings.length > 0 && { warnings: plan.warnings }),
        ...(savedPermissions.length > 0 && { savedPermissions }),
      };
    } catch (error) {
      if (!isClientError(error)) throw error;
      const report = error instanceof ApplyError ? error.report : undefined;
      const pending = report?.savedPermissions ?? earlier?.savedPermissions ?? [];
      await this.#note(digest, "failed", pending);
      const writes = report?.done.length ?? 0;
      return {
        guildId,
        status: "failed",
        writes,
        error,
        ...(pending.length > 0 && { savedPermissions: pending }),
      };
    }
  }

  /** The commands of this guild, and their digest where it is noted. */
  async #prepare(): Promise<{ desired: readonly DesiredCommand<GuildCommand>[]; digest: string }> {
    try {
      const desired = await this.#desired();
      return { desired, digest: this.#journal ? await digestOf(desired) : "" };
    } catch (error) {
      throw isClientError(error) ? error : noSet(this.#guildId);
    }
  }

  async #desired(): Promise<readonly DesiredCommand<GuildCommand>[]> {
    const set = this.#set;
    if (typeof set !== "function") return set;
    // It gets no secrets, so its ClientErrors can be passed on.
    return answerOf(
      () => set(this.#guildId),
      (words) => words,
      () => noSet(this.#guildId),
    );
  }

  async #sync(
    desired: readonly DesiredCommand<GuildCommand>[],
    earlier: JournalEntry | undefined,
    digest: string,
  ): Promise<{ readonly plan: Plan; readonly report: ApplyReport }> {
    const { allow, allowPermissionLoss, signal } = this.#options;
    if (signal?.aborted) throw abortedError("The rollout");
    return this.#scope.sync(desired, {
      allow,
      allowPermissionLoss,
      signal,
      resume: { done: [], remaining: [], savedPermissions: earlier?.savedPermissions ?? [] },
      onProgress: async (progress) => {
        if (progress.kind === "saved") await this.#note(digest, "saved", progress.savedPermissions);
      },
    });
  }

  async #note(
    digest: string,
    status: JournalEntry["status"],
    savedPermissions: readonly SavedPermissions[],
  ): Promise<void> {
    await this.#journal?.append(formatEntry({ guildId: this.#guildId, digest, status, savedPermissions }));
  }
}

function noSet(guildId: Snowflake): ClientError {
  return validationError(
    "no_set",
    `The commands of the guild ${guildId} are missing: the function that gives them failed, or did not return plain data.`,
  );
}
