import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Snapshot } from "slashpass/commands";
import { isObject } from "../../core/check/readers.ts";
import { isOwnFile, ownFile } from "../../core/resolve/ownership.ts";
import { readProblem, readText } from "../../core/resolve/read-file.ts";
import { Failure, misunderstood } from "../frame/failure.ts";
import { writePrivateFile } from "../frame/private-file.ts";

export interface Journal {
  readonly format: 1;
  readonly applicationId: string;
  readonly api: string;
  /** Absent for global commands. */
  readonly guildId?: string | undefined;
  /** The new endpoint URL. */
  readonly publicUrl: string;
  /** The previous endpoint URL, or null. */
  readonly endpointUrl: string | null;
  readonly commands: Snapshot;
}

export function journalPath(folder: string, applicationId: string): string {
  return join(folder, `.slashpass-dev.${applicationId}.json`);
}

/** @throws Failure `journal_unusable`. */
export async function readJournal(path: string): Promise<Journal | undefined> {
  let text: string;
  try {
    text = await readText(path);
  } catch (error) {
    const problem = readProblem(error);
    if (problem === "ENOENT") return undefined;
    throw unusable(path, `it cannot be read (${problem})`);
  }
  if (!isOwnFile(path, ownFile())) throw unusable(path, "it belongs to another user");
  const value = parse(text);
  if (!isJournal(value)) throw unusable(path, "it is not a journal of this version");
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJournal(value: unknown): value is Journal {
  return (
    isObject(value) &&
    value["format"] === 1 &&
    ["applicationId", "api", "publicUrl"].every((name) => typeof value[name] === "string") &&
    (value["endpointUrl"] === null || typeof value["endpointUrl"] === "string") &&
    ["string", "undefined"].includes(typeof value["guildId"]) &&
    isObject(value["commands"])
  );
}

export function unusable(path: string, reason: string): Failure {
  return misunderstood(
    `${path}, which records the previous settings of the application, cannot be used: ${reason}.`,
    "Restore the application's commands and endpoint URL manually, and delete the file.",
    "journal_unusable",
  );
}

/** @throws Failure `journal_failed`. */
export async function writeJournal(path: string, journal: Journal): Promise<void> {
  await writePrivateFile(path, `${JSON.stringify(journal, null, 2)}\n`).catch((error: unknown) => {
    throw failed(path, "written", error);
  });
}

/** @throws Failure `journal_failed`. */
export async function deleteJournal(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    throw failed(path, "deleted", error);
  });
}

function failed(path: string, what: string, error: unknown): Failure {
  const { code = "unknown" } = error as NodeJS.ErrnoException;
  return new Failure(`The file ${path} cannot be ${what} (${code}).`, {
    code: "journal_failed",
    hint: "It stores the application's previous state. Check that its folder is writable and that there is space.",
  });
}
