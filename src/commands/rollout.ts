import { type ClientError, abortedError, isClientError, validationError } from "../core/errors.ts";
import { answerOf } from "../core/check/callback.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { GuildCommand } from "../wire/command.ts";
import {
  ApplyError,
  type ApplyReport,
  type DesiredCommand,
  type SavedPermissions,
  type Plan,
} from "./plan/plan-types.ts";
import {
  type RolloutJournal,
  digestOf,
  formatEntry,
  guarded,
  type JournalEntry,
  readEntries,
} from "./rollout-journal.ts";
import type { GuildScope } from "./scope.ts";
import type { RolloutSet, GuildResult, RolloutOptions, CheckedRollout } from "./options.ts";

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
