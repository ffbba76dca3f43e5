import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ApiError, type ApplicationEndpoints } from "slashpass/api";
import type { CommandsClient, Snapshot } from "slashpass/commands";
import { isObject } from "../../core/check/readers.ts";
import { readForeignJson } from "../../core/request/response.ts";
import { isOwnFile, ownFile } from "../../core/resolve/ownership.ts";
import { readProblem, readText } from "../../core/resolve/read-file.ts";
import { ExitCode, Failure, misunderstood, describeError } from "../frame/failure.ts";
import { writePrivateFile } from "../frame/private-file.ts";
import { noteLost } from "../commands/apply-commands.ts";
import { counted } from "../frame/run-command.ts";
import type { Terminal } from "../frame/terminal.ts";
import { apiOf, type Settings } from "../settings/settings.ts";
import { announce } from "./events.ts";

export interface Journal {
  readonly format: 1;
  readonly applicationId: string;
  readonly api: string;
  /** Absent for global commands. */
  readonly guildId?: string | undefined;
  readonly publicUrl: string;
  readonly endpointUrl: string | null;
  readonly commands: Snapshot;
}

export function journalPath(folder: string, applicationId: string): string {
  return join(folder, `.slashpass-dev.${applicationId}.json`);
}

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
  const value = readForeignJson(text);
  if (!isJournal(value)) throw unusable(path, "this version of slashpass cannot read it");
  return value;
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
    `${path}, which records the application's previous settings, cannot be used: ${reason}.`,
    "Restore the application's commands and endpoint URL manually, and delete the file.",
    "journal_unusable",
  );
}

export async function writeJournal(path: string, journal: Journal): Promise<void> {
  await writePrivateFile(path, `${JSON.stringify(journal, null, 2)}\n`).catch((error: unknown) => {
    throw failed(path, "written", error);
  });
}

export async function deleteJournal(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    throw failed(path, "deleted", error);
  });
}

function failed(path: string, what: string, error: unknown): Failure {
  return new Failure(`The file ${path} cannot be ${what} (${readProblem(error)}).`, {
    code: "journal_failed",
    hint: "This file stores the application's previous state. Check that its folder is writable and that the disk has space.",
  });
}

export interface ChangedApplication {
  readonly settings: Settings;
  readonly application: ApplicationEndpoints;
  readonly commands: CommandsClient;
  readonly journalFile: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Cannot be interrupted. If the process is killed, the journal remains on disk.
 *
 * @returns `undefined` if there is no journal; `Differs` if Discord rejects the previous URL.
 */
export async function restoreFromJournal(changed: ChangedApplication): Promise<ExitCode | undefined> {
  const { settings, journalFile, terminal, signal } = changed;
  const journal = await readJournal(journalFile);
  if (!journal) return undefined;
  if (journal.applicationId !== settings.applicationId || journal.api !== apiOf(settings))
    throw unusable(journalFile, "it belongs to another application");
  try {
    return await terminal.during("Restoring the application", () => restoreTo(journal, changed));
  } catch (error) {
    const { message, hint } = describeError(error);
    throw new Failure(`The application's previous settings were not restored: ${message}`, {
      code: "not_set_back",
      exitCode: signal.aborted ? ExitCode.Interrupted : ExitCode.Failed,
      hint: [hint, `Then run 'slashpass dev --restore'. ${journalFile} records the previous settings.`]
        .filter(Boolean)
        .join(" "),
    });
  }
}

async function restoreTo(journal: Journal, changed: ChangedApplication): Promise<ExitCode> {
  const { terminal, journalFile } = changed;
  const isUrlBack = await restoreUrl(journal, changed);
  const requests = await restoreCommands(journal, changed);
  await deleteJournal(journalFile);
  const url = isUrlBack ? ", and its endpoint URL" : "";
  terminal.note(
    terminal.notePaint.green(`Restored: the application's commands (${counted(requests, "request")})${url}.`),
  );
  announce(terminal, { event: "set_back", requests, endpointUrl: isUrlBack });
  return isUrlBack ? ExitCode.Done : ExitCode.Differs;
}

/**
 * @returns false if Discord rejects the previous URL. In that case, removes the current URL, so that no one else can receive
 *   interactions.
 */
async function restoreUrl(
  { publicUrl, endpointUrl }: Journal,
  changed: ChangedApplication,
): Promise<boolean> {
  const { application, terminal } = changed;
  const { interactions_endpoint_url: now } = await application.get();
  // The URL has since been changed elsewhere, or was never changed.
  if (now !== publicUrl || publicUrl === endpointUrl) return true;
  try {
    await setEndpointUrl(changed, endpointUrl);
    return true;
  } catch (error) {
    if (endpointUrl === null || !isUrlRejected(error)) throw error;
    await setEndpointUrl(changed, null);
    terminal.note(
      terminal.notePaint.yellow(
        `The previous endpoint URL, ${endpointUrl}, was not restored, because it failed the service's check. The application now has no endpoint URL.`,
      ),
    );
    return false;
  }
}

/**
 * Discord first sends a PING to the URL (Discord documentation, Application, "Edit Current Application"). If the URL is null,
 * Discord sends interactions over the gateway.
 */
export async function setEndpointUrl(
  { application, settings: { applicationId } }: ChangedApplication,
  url: string | null,
  signal?: AbortSignal,
): Promise<void> {
  const write = { kind: "settings", body: { interactions_endpoint_url: url } } as const;
  await application.apply({ applicationId, changes: [], writes: [write] }, { signal });
}

export function isUrlRejected(error: unknown): boolean {
  return error instanceof ApiError && error.fieldErrors.length > 0;
}

async function restoreCommands(
  { guildId, commands: snapshot }: Journal,
  { commands, terminal }: ChangedApplication,
): Promise<number> {
  const scope = guildId === undefined ? commands.global : commands.guild(guildId);
  const allow = ["delete-entry-point", "empty-scope"] as const;
  const { writes } = await scope.planRestore(snapshot, { allow });
  if (writes.length === 0) return 0;
  const report = await scope.restore(snapshot, { allow, allowPermissionLoss: true });
  noteLost(report.savedPermissions, terminal);
  return report.done.length;
}
