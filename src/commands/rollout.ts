import { abortedError, isClientError, validationError } from "../core/errors.ts";
import { answerOf } from "../core/check/callback.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { GuildCommand } from "../wire/command.ts";
import {
  ApplyError,
  type ApplyOptions,
  type ApplyReport,
  type DesiredCommand,
  type Plan,
} from "./plan/plan-types.ts";
import { digestOf, forEachGuild, type JournalEntry, openJournal } from "./many-guilds.ts";
import type { CheckedRollout, GuildResult, ScopePlanOptions } from "./options.ts";

type DesiredSet = readonly DesiredCommand<GuildCommand>[];

interface SyncedGuild {
  sync(
    desired: DesiredSet,
    options: ScopePlanOptions & ApplyOptions,
  ): Promise<{ readonly plan: Plan; readonly report: ApplyReport }>;
}

/** A failure in one guild does not affect the others, unless the journal fails. */
export async function rollOut(
  guildOf: (id: Snowflake) => SyncedGuild,
  { set, guildIds, options }: CheckedRollout,
): Promise<GuildResult[]> {
  const journal = await openJournal(options.journal);
  return forEachGuild(guildIds, options, async (guildId): Promise<GuildResult> => {
    const earlier = journal.entryOf(guildId);
    const saved = earlier?.savedPermissions ?? [];
    let digest = "";
    const record = (status: JournalEntry["status"], savedPermissions = saved) =>
      journal.record({ guildId, digest, status, savedPermissions });
    try {
      const desired = typeof set === "function" ? await attempt(guildId, () => set(guildId)) : set;
      if (options.journal) digest = await attempt(guildId, () => digestOf(desired));
      const isDone = earlier?.status === "done" && saved.length === 0;
      if (isDone && earlier.digest === digest) return { guildId, status: "skipped", writes: 0 };
      const { allow, allowPermissionLoss, signal } = options;
      if (signal?.aborted) throw abortedError("The rollout");
      const { plan, report } = await guildOf(guildId).sync(desired, {
        allow,
        allowPermissionLoss,
        signal,
        resume: { done: [], remaining: [], savedPermissions: saved },
        onProgress: async (progress) => {
          if (progress.kind === "saved") await record("saved", progress.savedPermissions);
        },
      });
      const { done, savedPermissions } = report;
      await record("done", savedPermissions);
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
      const pending = report?.savedPermissions ?? saved;
      await record("failed", pending);
      return {
        guildId,
        status: "failed",
        writes: report?.done.length ?? 0,
        error,
        ...(pending.length > 0 && { savedPermissions: pending }),
      };
    }
  });
}

/** The caller's `commands` function receives no secrets, so its ClientErrors can be passed on. */
function attempt<T>(guildId: Snowflake, work: () => T | PromiseLike<T>): Promise<T> {
  return answerOf(
    work,
    (text) => text,
    () =>
      validationError(
        "no_set",
        `The commands function failed for guild ${guildId}, or did not return plain data.`,
      ),
  );
}
