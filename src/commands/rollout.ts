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
import { forEachGuild } from "./plan/erasure.ts";
import {
  type RolloutJournal,
  digestOf,
  formatEntry,
  guarded,
  type JournalEntry,
  readEntries,
} from "./rollout-journal.ts";
import type { GuildScope } from "./scope.ts";
import type { GuildResult, CheckedRollout } from "./options.ts";

/** A failure stops only its own guild. */
export async function rollOut(
  guildOf: (id: Snowflake) => GuildScope,
  { set, guildIds: ids, options }: CheckedRollout,
): Promise<GuildResult[]> {
  const { concurrency = 50 } = options;
  const journal = options.journal && guarded(options.journal);
  const entries = readEntries((await journal?.read()) ?? "");
  let done = 0;
  // A journal failure stops the whole rollout.
  return forEachGuild(ids, concurrency, async (guildId) => {
    const job: GuildJob = { guildId, scope: guildOf(guildId), set, journal, options };
    const result = await runGuild(job, entries.get(guildId));
    options.onProgress?.(result, ++done, ids.length);
    return result;
  });
}

interface GuildJob extends Pick<CheckedRollout, "set" | "options"> {
  readonly guildId: Snowflake;
  readonly scope: GuildScope;
  readonly journal: RolloutJournal | undefined;
}

async function runGuild(job: GuildJob, earlier: JournalEntry | undefined): Promise<GuildResult> {
  const { guildId } = job;
  let digest = "";
  try {
    const prepared = await prepare(job);
    ({ digest } = prepared);
    const isDone = earlier?.status === "done" && earlier.savedPermissions.length === 0;
    if (isDone && earlier.digest === digest) return { guildId, status: "skipped", writes: 0 };
    const { plan, report } = await sync(job, prepared.desired, earlier, digest);
    const { done, savedPermissions } = report;
    await note(job, digest, "done", savedPermissions);
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
    await note(job, digest, "failed", pending);
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

async function prepare(job: GuildJob): Promise<{ desired: DesiredSet; digest: string }> {
  try {
    const desired = await desiredOf(job);
    return { desired, digest: job.journal ? await digestOf(desired) : "" };
  } catch (error) {
    throw isClientError(error) ? error : noSet(job.guildId);
  }
}

type DesiredSet = readonly DesiredCommand<GuildCommand>[];

async function desiredOf({ set, guildId }: GuildJob): Promise<DesiredSet> {
  if (typeof set !== "function") return set;
  // The function receives no secrets, so its ClientErrors can be passed on.
  return answerOf(
    () => set(guildId),
    (words) => words,
    () => noSet(guildId),
  );
}

async function sync(
  job: GuildJob,
  desired: DesiredSet,
  earlier: JournalEntry | undefined,
  digest: string,
): Promise<{ readonly plan: Plan; readonly report: ApplyReport }> {
  const { allow, allowPermissionLoss, signal } = job.options;
  if (signal?.aborted) throw abortedError("The rollout");
  return job.scope.sync(desired, {
    allow,
    allowPermissionLoss,
    signal,
    resume: { done: [], remaining: [], savedPermissions: earlier?.savedPermissions ?? [] },
    onProgress: async (progress) => {
      if (progress.kind === "saved") await note(job, digest, "saved", progress.savedPermissions);
    },
  });
}

async function note(
  { guildId, journal }: GuildJob,
  digest: string,
  status: JournalEntry["status"],
  savedPermissions: readonly SavedPermissions[],
): Promise<void> {
  await journal?.append(formatEntry({ guildId, digest, status, savedPermissions }));
}

function noSet(guildId: Snowflake): ClientError {
  return validationError(
    "no_set",
    `The commands of the guild ${guildId} are missing: the function for them failed, or did not return plain data.`,
  );
}
