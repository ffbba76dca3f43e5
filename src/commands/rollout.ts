import { abortedError, type ClientError, isClientError, validationError } from "../errors.ts";
import { answerOf, told } from "../input/callback.ts";
import { fields } from "../input/fields.ts";
import { type Reader, wrongArgument } from "../input/reader.ts";
import { abortSignal, optional, whole, withMethods } from "../input/readers.ts";
import type { Snowflake, SnowflakeInput } from "../snowflake.ts";
import type { GuildCommand } from "../wire/command.ts";
import type { CallOptions } from "../api/call-options.ts";
import type { GuildScope } from "./guild-scope.ts";
import { readGuildIds } from "./input.ts";
import { ApplyError, type SavedPermissions } from "./plan/apply-types.ts";
import { readPermits } from "./plan/plan-input.ts";
import type { DesiredCommand, PlanOptions } from "./plan/plan-types.ts";
import {
  digestOf,
  formatEntry,
  guarded,
  type JournalEntry,
  readEntries,
  type RolloutJournal,
} from "./rollout-journal.ts";

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
}

/** How commands are rolled out. */
export interface RolloutOptions extends CallOptions, Pick<PlanOptions, "allow"> {
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
  journal: optional((value, name) => {
    if (typeof value !== "string") return readJournal(value, name);
    const hint = 'Pass fileJournal(path), which comes from "slashpass/commands/file-journal".';
    throw wrongArgument(name, value, "a journal", { hint });
  }),
  concurrency: optional(whole(1, 10_000, "invalid_concurrency")),
  onProgress: optional(told("onProgress")),
});

/** Brings many guilds to their desired commands, side by side. One guild's failure stops no other. */
export async function rollOut(
  guildOf: (id: Snowflake) => GuildScope,
  set: RolloutSet,
  guildIds: readonly SnowflakeInput[],
  given: RolloutOptions,
): Promise<GuildResult[]> {
  const options = readRolloutOptions(given, "options");
  if (!Array.isArray(set) && typeof set !== "function") {
    throw wrongArgument("desired", set, "a list of commands, or a function that gives one for a guild");
  }
  const ids = [...new Set(readGuildIds(guildIds, "guildIds"))];
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
      if (earlier?.status === "done" && earlier.digest === digest)
        return { guildId, status: "skipped", writes: 0 };
      const writes = await this.#sync(prepared.desired, earlier, digest);
      await this.#note(digest, "done", []);
      return { guildId, status: "done", writes };
    } catch (error) {
      if (!isClientError(error)) throw error;
      const report = error instanceof ApplyError ? error.report : undefined;
      const pending = report?.savedPermissions ?? earlier?.savedPermissions ?? [];
      await this.#note(digest, "failed", pending);
      return { guildId, status: "failed", writes: report?.done.length ?? 0, error };
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
    // It is given nothing that is secret, so its ClientErrors hold nothing of ours.
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
  ): Promise<number> {
    const { allow, signal } = this.#options;
    if (signal?.aborted) throw abortedError("The rollout");
    const { report } = await this.#scope.sync(desired, {
      allow,
      signal,
      resume: { done: [], remaining: [], savedPermissions: earlier?.savedPermissions ?? [] },
      onProgress: async (progress) => {
        if (progress.kind === "saved") await this.#note(digest, "saved", progress.savedPermissions);
      },
    });
    return report.done.length;
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
    `The commands of the guild ${guildId} are missing: the function that gives them failed, or what it returned is not plain data.`,
  );
}
