import { ApiError, type CommandsClient } from "slashpass/commands";
import { noteLost } from "../commands/apply-commands.ts";
import { ExitCode, Failure, tell } from "../frame/failure.ts";
import { counted } from "../frame/run-command.ts";
import type { Terminal } from "../frame/terminal.ts";
import { apiOf, type Settings } from "../settings/settings.ts";
import { announce } from "./events.ts";
import { deleteJournal, type Journal, readJournal, unusable } from "./journal.ts";
import type { ApplicationEndpoint } from "./application-endpoint.ts";

export interface Changed {
  readonly settings: Settings;
  readonly application: ApplicationEndpoint;
  readonly commands: CommandsClient;
  readonly journalFile: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Cannot be interrupted. If the process is killed, the journal remains.
 *
 * @returns `undefined` without a journal; `Differs` if the service rejects the previous URL.
 * @throws Failure `not_set_back`, `journal_unusable`, `journal_failed`.
 */
export async function setBack(changed: Changed): Promise<ExitCode | undefined> {
  const { settings, journalFile, terminal, signal } = changed;
  const journal = await readJournal(journalFile);
  if (!journal) return undefined;
  if (journal.applicationId !== settings.applicationId || journal.api !== apiOf(settings))
    throw unusable(journalFile, "it belongs to another application");
  try {
    return await terminal.during("Setting the application back", () => setBackTo(journal, changed));
  } catch (error) {
    const { message, hint } = tell(error);
    throw new Failure(`The application's previous settings are not restored: ${message}`, {
      code: "not_set_back",
      exitCode: signal.aborted ? ExitCode.Interrupted : ExitCode.Failed,
      hint: [hint, `Then type 'slashpass dev --restore'. ${journalFile} records the previous settings.`]
        .filter(Boolean)
        .join(" "),
    });
  }
}

async function setBackTo(journal: Journal, changed: Changed): Promise<ExitCode> {
  const { terminal, journalFile } = changed;
  const isUrlBack = await setUrlBack(journal, changed);
  const requests = await setCommandsBack(journal, changed);
  await deleteJournal(journalFile);
  const url = isUrlBack ? ", and its endpoint URL" : "";
  terminal.note(
    terminal.notePaint.green(`Restored: the application's commands (${counted(requests, "request")})${url}.`),
  );
  announce(terminal, { event: "set_back", requests, endpointUrl: isUrlBack });
  return isUrlBack ? ExitCode.Done : ExitCode.Differs;
}

/** @returns false if the service rejects the previous URL. The URL is then removed, so interactions reach no one else. */
async function setUrlBack(
  { publicUrl, endpointUrl }: Journal,
  { application, terminal }: Changed,
): Promise<boolean> {
  const { signal } = new AbortController();
  const now = await application.read(signal);
  // It was changed again since, or never changed.
  if (now.endpointUrl !== publicUrl || publicUrl === endpointUrl) return true;
  try {
    await application.setEndpointUrl(endpointUrl, signal);
    return true;
  } catch (error) {
    if (endpointUrl === null || !(error instanceof ApiError && error.fieldErrors.length > 0)) throw error;
    await application.setEndpointUrl(null, signal);
    terminal.note(
      terminal.notePaint.yellow(
        `The service no longer accepts the previous endpoint URL, ${endpointUrl}: its check of the endpoint failed. The application has none now.`,
      ),
    );
    return false;
  }
}

async function setCommandsBack(
  { guildId, commands: snapshot }: Journal,
  { commands, terminal }: Changed,
): Promise<number> {
  const scope = guildId === undefined ? commands.global : commands.guild(guildId);
  const allow = ["delete-entry-point", "empty-scope"] as const;
  const { writes } = await scope.planRestore(snapshot, { allow });
  if (writes.length === 0) return 0;
  const report = await scope.restore(snapshot, { allow, allowPermissionLoss: true });
  noteLost(report.savedPermissions, terminal);
  return report.done.length;
}
