import { noteApplied, stoppedFailure } from "./plan-and-apply.ts";
import {
  type Write,
  isClientError,
  type SavedPermissions,
  ApplyError,
  type ApplyOptions,
  type ApplyProgress,
  type ApplyReport,
  type Plan,
} from "slashpass/commands";
import { escapeControls } from "../frame/terminal-text.ts";
import { counted, type Call, type Outcome } from "../frame/run-command.ts";
import { existsSync } from "node:fs";
import { misunderstood, Failure } from "../frame/failure.ts";
import { declined, interrupted, nothingChanged } from "../frame/prompts.ts";
import { writeFiles } from "../init/write-files.ts";
import type { forceOption, lossOption } from "../options.ts";
import type { Settings } from "../settings/settings.ts";
import { commandsPlanAsData } from "./make-plan.ts";
import { targetAsData } from "./open-client.ts";

const marks = { create: "+", edit: "~", delete: "-", overwrite: "=" } as const;

export function describeWrite(write: Write): string {
  return `${marks[write.kind]} ${subjectOf(write)}`;
}

function subjectOf(write: Write): string {
  if (write.kind === "overwrite") return `all ${write.commands.length} commands at once`;
  return `${write.kind} ${escapeControls(String(write.command["name"]))}`;
}

export function writeAsData(write: Write): Readonly<Record<string, unknown>> {
  if (write.kind === "overwrite") return { kind: write.kind, names: write.commands.map(({ name }) => name) };
  return { kind: write.kind, names: [write.command.name] };
}

/** @throws Failure `file_exists` if the terminal is not interactive; `declined` if the user declines. */
export async function confirmFile(
  { options, terminal }: Pick<Call<typeof forceOption>, "options" | "terminal">,
  path: string,
): Promise<void> {
  if (options.force || !existsSync(path)) return;
  if (!terminal.interactive) {
    throw misunderstood(
      `${path} would be overwritten.`,
      "Add --force, or choose another file.",
      "file_exists",
    );
  }
  const message = `${path} already exists. Overwrite it?`;
  if (!(await terminal.ask.confirm({ message, instead: "--force" }))) throw declined();
}

export function writeResult(path: string, text: string): Promise<void> {
  return writeFiles(new Map([[path, text]]));
}

type Asking = Pick<Call<typeof lossOption>, "options" | "terminal">;

/**
 * Runs `work`. If permissions would be lost, asks the user for consent and retries. `--yes` does not answer this prompt, and
 * protected environments never prompt.
 *
 * @throws ClientError `permission_loss` if there is no prompt; Failure `declined` if the user declines.
 */
export async function withConsent<Result>(
  { options, terminal }: Asking,
  { protected: isProtected = false }: Pick<Settings, "protected">,
  work: (allowPermissionLoss: boolean) => Promise<Result>,
): Promise<Result> {
  const isAllowed = options.allowPermissionLoss ?? false;
  try {
    return await work(isAllowed);
  } catch (error) {
    const isRefused = isClientError(error) && error.code === "permission_loss";
    if (!isRefused || isAllowed || isProtected || !terminal.interactive) throw error;
    const message = `${error.message} Erase them?`;
    if (!(await terminal.ask.confirm({ message, instead: "--allow-permission-loss" }))) throw declined();
    return work(true);
  }
}

export function noteLost(saved: readonly SavedPermissions[], terminal: Call["terminal"]): void {
  if (saved.length === 0) return;
  const lines = saved.map(({ guildId, commandId, permissions }) => {
    const each = permissions.map(
      ({ id, type, permission }) => `${permission ? "allow" : "deny"} ${kinds[type]} ${id}`,
    );
    return `  command ${commandId} in guild ${guildId}: ${each.join(", ")}`;
  });
  terminal.note([`Not restored (${counted(saved.length, "command")}):`, ...lines].join("\n"));
}

const kinds = { 1: "role", 2: "user", 3: "channel" } as const;

type Applying = Required<Pick<ApplyOptions, "signal" | "onProgress" | "allowPermissionLoss">>;

/** A failure's details include `done` and `remaining`. */
export async function applyCommands(
  call: Asking & Pick<Call, "signal">,
  settings: Settings,
  action: string,
  { writes }: Pick<Plan, "writes">,
  apply: (options: Applying) => Promise<ApplyReport>,
): Promise<ApplyReport> {
  const { signal, terminal } = call;
  const applyWith = (allowPermissionLoss: boolean) =>
    terminal.during(
      "Applying",
      (bar) => {
        const onProgress = (progress: ApplyProgress): void => {
          if (progress.kind === "written") bar.update(progress.done, describeWrite(progress.write).slice(2));
        };
        return apply({ signal, onProgress, allowPermissionLoss });
      },
      writes.length,
    );
  try {
    const report = await withConsent(call, settings, applyWith);
    noteApplied(terminal, report.done.length, action);
    noteLost(report.savedPermissions, terminal);
    if (!writes.every(keepsPermissions)) remindOfPermissions(settings, terminal);
    return report;
  } catch (error) {
    if (!(error instanceof ApplyError)) throw signal.aborted ? interrupted(nothingChanged) : error;
    noteReport(error.report, terminal);
    noteLost(error.report.savedPermissions, terminal);
    throw stopped(error, signal.aborted);
  }
}

/** A new command has no permissions yet, and a renamed command may have lost its permissions. */
function keepsPermissions(write: Write): boolean {
  return write.kind === "edit" && write.command.renamedTo === undefined;
}

export function remindOfPermissions(
  { permissions }: Pick<Settings, "permissions">,
  terminal: Call["terminal"],
): void {
  if (permissions === undefined) return;
  terminal.note("To apply the config's permissions, run 'slashpass permissions apply'.");
}

export function appliedOutcome(settings: Settings, plan: Plan, report?: ApplyReport): Outcome {
  const { done = [], savedPermissions = [] } = report ?? {};
  return {
    result: {
      target: targetAsData(settings),
      done: done.map(writeAsData),
      ...(savedPermissions.length > 0 && { savedPermissions }),
      plan: commandsPlanAsData(plan),
    },
  };
}

function noteReport({ done, failed, remaining }: ApplyReport, terminal: Call["terminal"]): void {
  const made = done.map((write) => `  ${describeWrite(write)}`);
  if (made.length > 0) terminal.note(["Done:", ...made].join("\n"));
  const lines = remaining.map((write) => {
    const doubt = write === failed ? " (the service may have applied it anyway)" : "";
    return `  ${describeWrite(write)}${doubt}`;
  });
  if (lines.length > 0) terminal.note(["Left:", ...lines].join("\n"));
}

function stopped({ failure, report }: ApplyError, isInterrupted: boolean): Failure {
  const { done, failed, remaining, savedPermissions } = report;
  const details = {
    done: done.map(writeAsData),
    ...(failed && { failed: writeAsData(failed) }),
    remaining: remaining.map(writeAsData),
    savedPermissions,
  };
  const total = done.length + remaining.length;
  return stoppedFailure(failure, { done: done.length, total, details }, isInterrupted);
}

const erasing: readonly Plan["warnings"][number]["code"][] = [
  "permissions-erased",
  "permissions-lost",
  "permissions-unread",
];

export function erasesPermissions({ warnings }: Plan): boolean {
  return warnings.some(({ code }) => erasing.includes(code));
}

export function refuseErasure({ options }: Pick<Asking, "options">, settings: Settings, what: string): void {
  const { environment = "", protected: isProtected } = settings;
  if (!isProtected || options.allowPermissionLoss) return;
  throw new Failure(`The protected environment '${environment}' was not changed: ${what} would be erased.`, {
    code: "permission_loss",
    hint: "Add --allow-permission-loss to erase them. To keep renamed commands' permissions, set SLASHPASS_ACCESS_TOKEN to the token of a player who may edit them.",
  });
}

export function refuseErasingPlan(call: Asking, settings: Settings, plan: Plan): void {
  if (erasesPermissions(plan)) refuseErasure(call, settings, "permissions of commands listed in the plan");
}
