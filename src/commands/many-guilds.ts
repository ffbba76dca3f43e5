import { mapConcurrently } from "../core/concurrently.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { answerOf } from "../core/check/callback.ts";
import { isObject } from "../core/check/readers.ts";
import { readForeignJson } from "../core/request/response.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { SavedPermissions } from "./plan/plan-types.ts";

/**
 * Stores the progress of a rollout so that the rollout can be resumed later. `fileJournal` from `slashpass/commands/file-journal`
 * creates a journal that is stored in a file.
 *
 * @stable
 */
export interface RolloutJournal {
  /** Returns everything appended so far, or an empty string. */
  read(): Promise<string>;
  /** Appends text. Resolves once the text would survive a crash. */
  append(text: string): Promise<void>;
}

export interface JournalEntry {
  readonly guildId: Snowflake;
  readonly digest: string;
  readonly status: "saved" | "done" | "failed";
  readonly savedPermissions: readonly SavedPermissions[];
}

interface GuildsOptions<Result> {
  readonly concurrency?: number | undefined;
  readonly onProgress?: ((result: Result, done: number, total: number) => void) | undefined;
}

/**
 * Runs `work` for many guilds concurrently and reports each result. If `work` throws, it is not called for the remaining guilds.
 */
export function forEachGuild<Result>(
  guildIds: readonly Snowflake[],
  { concurrency = 50, onProgress }: GuildsOptions<Result>,
  work: (guildId: Snowflake) => Promise<Result>,
): Promise<Result[]> {
  let done = 0;
  return mapConcurrently(guildIds, concurrency, async (guildId) => {
    const result = await work(guildId);
    onProgress?.(result, ++done, guildIds.length);
    return result;
  });
}

interface OpenJournal {
  entryOf(guildId: Snowflake): JournalEntry | undefined;
  record(entry: JournalEntry): Promise<void>;
}

/** Reads the journal, if any, and finds each guild's last entry. */
export async function openJournal(journal: RolloutJournal | undefined): Promise<OpenJournal> {
  const text: unknown = journal ? await ask(() => journal.read()) : "";
  if (typeof text !== "string") throw ownJournalFailed();
  const entries = parseEntries(text);
  return {
    entryOf: (guildId) => entries.get(guildId),
    record: async (entry) => journal && ask(() => journal.append(formatEntry(entry))),
  };
}

/** Journals receive no secrets, so their ClientErrors can be passed on. */
const ask = <T>(work: () => Promise<T>): Promise<T> => answerOf(work, (text) => text, ownJournalFailed);

function ownJournalFailed(): ClientError {
  return journalFailed(
    "The custom journal failed: it threw an error, or read() did not return a string.",
    "A rollout cannot continue without its journal. To include the cause in this error, throw a ClientError from the journal.",
  );
}

export function journalFailed(message: string, hint: string): ClientError {
  return new ClientError({ type: ErrorType.Disabled, code: "journal_failed", message, hint });
}

const journalFormat = 1;

/** Skips incomplete lines, which a crash may leave behind. */
export function parseEntries(text: string): Map<Snowflake, JournalEntry> {
  const entries = text.split("\n").flatMap((line) => parseEntry(line) ?? []);
  return new Map(entries.map((entry) => [entry.guildId, entry]));
}

/** Starts with a line break in case the previous line is incomplete. */
export function formatEntry(entry: JournalEntry): string {
  return `\n${JSON.stringify({ format: journalFormat, ...entry })}`;
}

export async function digestOf(desired: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(desired));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function parseEntry(line: string): JournalEntry | undefined {
  const value = readForeignJson(line);
  if (!isObject(value)) return undefined;
  const { format, ...entry } = value;
  if (format !== journalFormat) {
    throw journalFailed(
      "The rollout journal contains an entry that this version of slashpass cannot read.",
      "Resume the rollout with the version that started it, or start again with an empty journal.",
    );
  }
  return typeof entry["guildId"] === "string" && Array.isArray(entry["savedPermissions"])
    ? (entry as unknown as JournalEntry)
    : undefined;
}
