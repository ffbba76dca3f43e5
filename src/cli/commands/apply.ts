import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { confirmWrite, refuseUnconfirmed, targetOf } from "../settings/confirm-write.ts";
import { appliedOutcome, applyCommands, refuseErasingPlan } from "./apply-commands.ts";
import type { apply } from "./definitions.ts";
import { loadCommands } from "./source.ts";
import {
  planKeepingPermissions,
  printPlan,
  withoutRuleFindings,
  openAndPlan,
  makePlan,
} from "./make-plan.ts";
import { readTarget, type LiveScope, openScope, refuseJson } from "./open-client.ts";
import { ExitCode, type Failure, misunderstood, describeError } from "../frame/failure.ts";
import { loadFileAnew } from "../settings/load-file.ts";
import type { Settings } from "../settings/settings.ts";
import { fileChanges } from "./file-changes.ts";

export async function run(call: Call<typeof apply.options>): Promise<Outcome> {
  const settings = await readTarget(call);
  if (call.options.watch) return watch(call, settings);
  refuseUnconfirmed(call, settings);
  const loaded = await loadCommands(call, settings.commandsFile, settings);
  const { scope, plan } = await planKeepingPermissions(call, (as) => openAndPlan(as, settings, loaded));
  printPlan(withoutRuleFindings(plan), settings, call);
  if (plan.writes.length === 0) return appliedOutcome(settings, plan);
  refuseErasingPlan(call, settings, plan);
  const action = `Apply ${counted(plan.writes.length, "request")}`;
  await confirmWrite(call, settings, action);
  const report = await applyCommands(call, settings, "Applied", plan, (options) =>
    scope.apply(plan, options),
  );
  return appliedOutcome(settings, plan, report);
}

type ApplyCall = Call<typeof apply.options>;

async function watch(call: ApplyCall, settings: Settings): Promise<Outcome> {
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
  return misunderstood(`--watch cannot be used here: ${reason}.`, hint, "watch_refused");
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
