import { ClientError, ErrorType } from "../core/errors.ts";
import { parseForeignJson } from "../core/request/response.ts";
import { answerOf } from "../core/check/callback.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { SavedPermissions } from "./plan/plan-types.ts";

/** The record of a rollout's steps, to resume after a crash; for example `fileJournal` of `slashpass/commands/file-journal`. */
export interface RolloutJournal {
  /** All that was appended; empty when there is nothing yet. */
  read(): Promise<string>;
  /** Adds to the end. It resolves once the text would survive a crash. */
  append(text: string): Promise<void>;
}

/** One line of a journal: what became of a guild. */
export interface JournalEntry {
  readonly guildId: Snowflake;
  /** SHA-256 of the desired commands: another set is another rollout. */
  readonly digest: string;
  readonly status: "saved" | "done" | "failed";
  /** Permissions that are still to be restored. */
  readonly savedPermissions: readonly SavedPermissions[];
}

/** A journal whose failures are ours: whatever it does, it fails with `journal_failed`, or with its own ClientError. */
export function guarded(journal: RolloutJournal): RolloutJournal {
  return {
    async read() {
      const text: unknown = await ask(() => journal.read());
      if (typeof text !== "string") throw ownJournalFailed();
      return text;
    },
    append: (text) => ask(() => journal.append(text)),
  };
}

/** The journal gets no secrets, so its ClientErrors can be passed on. */
function ask<T>(work: () => T | PromiseLike<T>): Promise<T> {
  return answerOf(work, (text) => text, ownJournalFailed);
}

function ownJournalFailed(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "journal_failed",
    message: "Your own journal failed: it threw an error, or read() did not return a string.",
    hint: "The rollout stopped, because it needs its journal. To see the cause here, throw a ClientError in the journal.",
  });
}

/** The last entry of each guild. A line that a crash cut off is skipped. */
export function readEntries(text: string): Map<Snowflake, JournalEntry> {
  const entries = new Map<Snowflake, JournalEntry>();
  for (const line of text.split("\n")) {
    const entry = parseEntry(line);
    if (entry) entries.set(entry.guildId, entry);
  }
  return entries;
}

/** A line that starts with a line break, in case the one before was cut off. */
export function formatEntry(entry: JournalEntry): string {
  return `\n${JSON.stringify(entry)}`;
}

/** The SHA-256 of a set of commands, in hexadecimal. */
export async function digestOf(desired: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(desired));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function parseEntry(line: string): JournalEntry | undefined {
  try {
    const entry = parseForeignJson(line) as JournalEntry;
    return typeof entry.guildId === "string" && Array.isArray(entry.savedPermissions) ? entry : undefined;
  } catch {
    return undefined;
  }
}
