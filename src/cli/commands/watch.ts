import { type Call, type Outcome } from "../frame/run-command.ts";
import { ExitCode, type Failure, misunderstood, describeError } from "../frame/failure.ts";
import { confirmWrite, targetOf } from "../settings/confirm-write.ts";
import { loadFileAnew } from "../settings/load-file.ts";
import type { Settings } from "../settings/settings.ts";
import { applyCommands } from "./apply-commands.ts";
import type { apply } from "./definitions.ts";
import { fileChanges } from "./file-changes.ts";
import { loadCommands } from "./source.ts";
import { makePlan, printPlan, withoutRuleFindings } from "./make-plan.ts";
import { type LiveScope, openScope, refuseJson } from "./open-client.ts";

type ApplyCall = Call<typeof apply.options>;

/** Failures are printed, and watching continues. */
export async function watch(call: ApplyCall, settings: Settings): Promise<Outcome> {
  const { terminal, signal } = call;
  refuseJson(terminal, "--watch", ": --json prints a single object, but --watch runs until Ctrl-C");
  refuseRealPlayers(settings);
  const scope = await openScope(call, settings);
  await confirmWrite(call, settings, "Apply whenever the files change");
  terminal.note(
    `Applying to ${targetOf(settings)} whenever ${settings.commandsFile} changes. Press Ctrl-C to stop.`,
  );
  return {
    result: {},
    lasting: async () => {
      for await (const _ of fileChanges({ ...settings, files: [settings.commandsFile] }, signal)) {
        await applyOnce(call, settings, scope).catch((error: unknown) => reportProblem(error, call));
      }
      return ExitCode.Done;
    },
  };
}

function refuseRealPlayers({ protected: isProtected, guildId, apiBase }: Settings): void {
  const hint = "Use --watch with the emulator, or with --guild and a test guild.";
  if (isProtected) throw refused("the environment is protected: real players use it", hint);
  if (guildId === undefined && !isLocal(apiBase)) {
    throw refused("all users see global commands, even unfinished ones", hint);
  }
}

function refused(reason: string, hint: string): Failure {
  return misunderstood(`--watch is refused here: ${reason}.`, hint, "watch_refused");
}

function isLocal(apiBase: string | undefined): boolean {
  return apiBase !== undefined && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(apiBase).hostname);
}

async function applyOnce(call: ApplyCall, settings: Settings, scope: LiveScope): Promise<void> {
  const { terminal } = call;
  const { commands } = await loadCommands(call, settings.commandsFile, settings, loadFileAnew);
  const plan = await makePlan(call, scope, commands);
  if (plan.writes.length === 0) return terminal.note("Nothing to apply.");
  printPlan(withoutRuleFindings(plan), settings, call);
  await applyCommands(call, settings, "Applied", plan, (options) => scope.apply(plan, options));
}

function reportProblem(error: unknown, { terminal, signal }: ApplyCall): void {
  if (signal.aborted) throw error;
  terminal.problem(describeError(error));
}
