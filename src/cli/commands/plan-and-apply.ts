import type { GuildResult, PermissionsResult } from "slashpass/commands";
import { ExitCode, Failure, describeError } from "../frame/failure.ts";
import { interrupted, nothingChanged } from "../frame/prompts.ts";
import { type Call, counted, type Outcome } from "../frame/run-command.ts";
import type { Settings } from "../settings/settings.ts";
import { targetAsData } from "./open-client.ts";

export async function beforeWriting<T>(signal: AbortSignal, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw signal.aborted ? interrupted(nothingChanged) : error;
  }
}

export function planOutcome(
  { options }: { readonly options: { readonly exitCode: boolean } },
  settings: Settings,
  requests: number,
  data: Readonly<Record<string, unknown>>,
): Outcome {
  const differs = requests > 0;
  return {
    result: { target: targetAsData(settings), differs, ...data },
    exitCode: differs && options.exitCode ? ExitCode.Differs : ExitCode.Done,
  };
}

export function noteApplied(terminal: Call["terminal"], requests: number, action = "Applied"): void {
  terminal.note(terminal.notePaint.green(`${action}: ${counted(requests, "request")}.`));
}

interface Progress {
  readonly done: number;
  readonly total: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly doubt?: string;
}

export function stoppedFailure(error: unknown, progress: Progress, isInterrupted: boolean): Failure {
  const { done, total, details, doubt = "" } = progress;
  const count = `${done} of ${counted(total, "request")} ${done === 1 ? "was" : "were"} completed.`;
  const again = "Run the command again to apply the remaining changes.";
  if (isInterrupted) {
    const exitCode = ExitCode.Interrupted;
    return new Failure(`Interrupted: ${count}${doubt}`, {
      code: "interrupted",
      hint: again,
      exitCode,
      details,
    });
  }
  const { code, message, hint } = describeError(error);
  return new Failure(`Applying stopped: ${count} ${message}`, {
    code,
    hint: [hint, again].filter(Boolean).join("\n"),
    details,
  });
}

type AnyGuildResult = Pick<GuildResult | PermissionsResult, "guildId" | "error"> & {
  readonly status: string;
};

/** The library reports interrupted guilds as failed. */
export function statusOf({ status, error }: Omit<AnyGuildResult, "guildId">): string {
  return error?.code === "aborted" ? "interrupted" : status;
}

interface FailedGuild {
  readonly guildId: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
}

export function failedGuild(guildId: string, error: unknown): FailedGuild {
  const { code, message, hint } = describeError(error);
  return { guildId, code, message, hint };
}

export function resultsAsData(results: readonly AnyGuildResult[]) {
  const having = (expected: string) => results.filter((result) => statusOf(result) === expected);
  const stopped = having("interrupted").map(({ guildId }) => guildId);
  return {
    ...(stopped.length > 0 && { interrupted: stopped }),
    done: having("done").length,
    failed: having("failed").map(({ guildId, error }) => failedGuild(guildId, error)),
  };
}

export const mostListed = 20;

export function noteFailedGuilds(failed: readonly FailedGuild[], terminal: Call["terminal"]): void {
  for (const { guildId, message, hint } of failed.slice(0, mostListed)) {
    terminal.note(`${terminal.notePaint.red(guildId)} ${[message, hint].filter(Boolean).join("\n  ")}`);
  }
  if (failed.length > mostListed) {
    terminal.note(`and ${failed.length - mostListed} more; use --json to list them all.`);
  }
}

interface Incomplete {
  readonly message: string;
  readonly code: string;
  readonly counts: string;
  readonly hint: string;
}

export function incompleteFailure(
  details: ReturnType<typeof resultsAsData>,
  { message, code, counts, hint }: Incomplete,
  { terminal, signal }: Pick<Call, "terminal" | "signal">,
): Failure {
  noteFailedGuilds(details.failed, terminal);
  if (!signal.aborted) return new Failure(`${message}: ${counts}.`, { code, hint, details });
  const how = { code: "interrupted", exitCode: ExitCode.Interrupted };
  return new Failure(`Interrupted: ${counts}.`, { ...how, hint, details });
}
