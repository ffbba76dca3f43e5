import { appendFile } from "node:fs/promises";
import { ClientError, ErrorType } from "../core/errors.ts";
import { textOf } from "../core/check/readers.ts";
import { fileLimits, readProblem, readText } from "../core/resolve/read-file.ts";
import type { RolloutJournal } from "./many-guilds.ts";

export type { RolloutJournal } from "./many-guilds.ts";

const readPath = textOf();

/**
 * Creates a rollout journal that is stored in a JSON Lines file. It has its own entry point because `slashpass/commands` also
 * runs in environments without a file system. If the file cannot be read or written, the journal's methods reject with
 * ClientError `journal_failed` (Disabled).
 *
 * @stable
 * @throws ClientError `invalid_argument` (ValidationError) unless `path` is a non-empty string.
 */
export function fileJournal(path: string): RolloutJournal {
  const file = readPath(path, "path");
  return {
    read: () =>
      readText(file, fileLimits.records).catch((error: unknown) => {
        if (readProblem(error) === "ENOENT") return "";
        throw journalFailed(file, error);
      }),
    append: (text) =>
      appendFile(file, text, { flush: true }).catch((error: unknown) => {
        throw journalFailed(file, error);
      }),
  };
}

function journalFailed(path: string, error: unknown): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "journal_failed",
    message: `The journal ${path} could not be read or written (${readProblem(error)}).`,
    hint: "A rollout cannot continue without its journal. Pass the path of a readable and writable file.",
  });
}
