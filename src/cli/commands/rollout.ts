import { erasesPermissions, noteLost, refuseErasure, remindOfPermissions } from "./apply-commands.ts";
import {
  type Plan,
  isClientError,
  type CommandsClient,
  type DesiredCommand,
  type GuildCommand,
  type GuildResult,
  type Permit,
} from "slashpass/commands";
import { mapConcurrently } from "../../core/concurrently.ts";
import { interrupted, nothingChanged } from "../frame/prompts.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { failedGuild, incompleteFailure, mostListed, resultsAsData, statusOf } from "./plan-and-apply.ts";
import { readText } from "../../core/resolve/read-file.ts";
import { misunderstood, Failure, ExitCode } from "../frame/failure.ts";
import { unreadable } from "../settings/load-file.ts";
import { isId } from "../settings/config-file.ts";
import { relative, resolve } from "node:path";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { fileJournal } from "slashpass/commands/file-journal";
import type { ProgressBar } from "../frame/progress.ts";
import { confirmWrite, refuseUnconfirmed } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import type { rollout } from "./definitions.ts";
import { withPlayer } from "./make-plan.ts";
import { loadCommands } from "./source.ts";
import { openClient, readTarget, targetAsData } from "./open-client.ts";

/** Reads guild ids from a file: one per line, with comments after `#`, or a JSON array of strings. */
export async function readGuilds(path: string): Promise<readonly string[]> {
  const text = await readText(path).catch((error: unknown) => {
    throw unreadable("The guilds file", path, error);
  });
  const items = text.trimStart().startsWith("[") ? itemsOfJson(text, path) : itemsOfLines(text);
  const wrong = items.find(({ id }) => !isId(id));
  if (wrong) throw invalid(path, `${wrong.where} is not a guild id: ${JSON.stringify(wrong.id)}`);
  if (items.length === 0) throw invalid(path, "it contains no guild ids");
  return items.map(({ id }) => id as string);
}

function itemsOfLines(text: string) {
  return text
    .split("\n")
    .map((line, index) => ({ id: line.replace(/#.*/, "").trim(), where: `line ${index + 1}` }))
    .filter(({ id }) => id !== "");
}

function itemsOfJson(text: string, path: string) {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw invalid(path, (error as Error).message);
  }
  return (list as unknown[]).map((id, index) => ({ id, where: `item ${index + 1}` }));
}

function invalid(path: string, problem: string) {
  return misunderstood(
    `The guilds file ${path} cannot be used: ${problem}.`,
    "Write one id per line, or a JSON array of quoted ids.",
    "guilds_invalid",
  );
}

function rolloutAsData(results: readonly GuildResult[]) {
  const savedPermissions = results.flatMap((result) => result.savedPermissions ?? []);
  return {
    ...resultsAsData(results),
    ...(savedPermissions.length > 0 && { savedPermissions }),
    skipped: results.filter(({ status }) => status === "skipped").length,
  };
}

function rolloutFailed(
  results: readonly GuildResult[],
  data: ReturnType<typeof rolloutAsData> & { readonly journal: string },
  call: Pick<Call, "terminal" | "signal" | "cwd">,
): Failure {
  const done = data.done + data.skipped;
  const failed = data.failed.length > 0 ? `, ${data.failed.length} failed` : "";
  const counts = `${done} of ${counted(results.length, "guild")} ${done === 1 ? "is" : "are"} done${failed}`;
  const journal = relative(call.cwd, data.journal);
  const hint = `Run the same command again to continue: the journal ${journal} records the progress.`;
  const message = "The rollout is incomplete";
  return incompleteFailure(data, { message, code: "rollout_incomplete", counts, hint }, call);
}

export async function run(call: Call<typeof rollout.options>): Promise<Outcome> {
  const { terminal } = call;
  const guilds = guildsFileOf(call);
  const guildIds = await readGuilds(guilds);
  const settings = { ...(await readTarget(call)), guildId: undefined };
  const { commands } = await loadCommands(call, settings.commandsFile, { ...settings, guildId: guildIds[0] });
  if (!call.options.plan) refuseUnconfirmed(call, settings);
  const renames = commands.some(({ renamedFrom, id }) => renamedFrom !== undefined || id !== undefined);
  const client = await openClient(renames ? await withPlayer(call) : call, settings);
  if (call.options.plan) {
    return reportPlans(await planEachGuild(call, client, commands, guildIds), settings, terminal);
  }
  const journal = resolve(call.cwd, call.options.journal ?? `${guilds}.${settings.applicationId}.journal`);
  const action = `Roll out ${counted(commands.length, "command")} to ${counted(guildIds.length, "guild")}`;
  await refuseErasingRollout(call, settings, client, commands, guildIds);
  await confirmWrite(call, settings, action);
  const rollOut = (bar: ProgressBar) =>
    client.rollout(commands, guildIds, {
      allow: call.options.allow as readonly Permit[],
      allowPermissionLoss: call.options.allowPermissionLoss,
      signal: call.signal,
      journal: fileJournal(journal),
      onProgress: (result, done) => {
        const now = `guild ${result.guildId} ${statusOf(result)}`;
        bar.update(done, now);
        if (!terminal.showsProgress && isNoted(done, guildIds.length)) {
          terminal.log(`${done} of ${guildIds.length}: ${now}`);
        }
      },
    });
  const results = await terminal.during("Rolling out", rollOut, guildIds.length);
  const data = { target: targetAsData(settings), journal, ...rolloutAsData(results) };
  noteLost(data.savedPermissions ?? [], terminal);
  if (results.some(({ writes }) => writes > 0)) remindOfPermissions(settings, terminal);
  if (results.some(({ status }) => status === "failed")) throw rolloutFailed(results, data, call);
  const before = data.skipped === 0 ? "" : `, ${data.skipped} completed earlier`;
  terminal.print(`${counted(data.done, "guild")} done${before}.`);
  return { result: data };
}

function isNoted(done: number, total: number): boolean {
  return total <= mostListed || done % 10 === 0 || done === total;
}

async function refuseErasingRollout(
  call: Call<typeof rollout.options>,
  settings: Settings,
  client: CommandsClient,
  commands: readonly DesiredCommand<GuildCommand>[],
  guildIds: readonly string[],
): Promise<void> {
  if (!settings.protected || call.options.allowPermissionLoss) return;
  const plans = await planEachGuild(call, client, commands, guildIds);
  const erasing = plans.filter((guildPlan) => "plan" in guildPlan && erasesPermissions(guildPlan.plan));
  if (erasing.length === 0) return;
  const guilds = counted(erasing.length, "guild");
  refuseErasure(call, settings, `permissions of commands in ${guilds}, such as ${erasing[0]?.guildId},`);
}

function guildsFileOf({ cwd, options }: Call<typeof rollout.options>): string {
  if (options.guilds !== undefined) return resolve(cwd, options.guilds);
  throw misunderstood(
    "A rollout requires --guilds, a file with guild ids.",
    "Try 'slashpass commands rollout --help'.",
  );
}

type RolloutCall = Pick<Call<typeof rollout.options>, "options" | "terminal" | "signal">;

type GuildPlan =
  | { readonly guildId: string; readonly plan: Plan }
  | { readonly guildId: string; readonly error: unknown };

const mostDisplayed = 8;

const atOnce = 50;

export async function planEachGuild(
  { options, terminal, signal }: RolloutCall,
  client: CommandsClient,
  commands: readonly DesiredCommand<GuildCommand>[],
  guildIds: readonly string[],
): Promise<readonly GuildPlan[]> {
  const allow = options.allow as readonly Permit[];
  let done = 0;
  const plans = await terminal.during(
    "Reading the guilds",
    (bar) =>
      mapConcurrently(guildIds, atOnce, async (guildId) => {
        const plan = await planGuild(guildId, () => client.guild(guildId).plan(commands, { allow, signal }));
        bar.update(++done, `guild ${guildId}`);
        return plan;
      }),
    guildIds.length,
  );
  if (signal.aborted) throw interrupted(nothingChanged);
  return plans;
}

async function planGuild(guildId: string, plan: () => Promise<Plan>): Promise<GuildPlan> {
  try {
    return { guildId, plan: await plan() };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { guildId, error };
  }
}

function reportPlans(plans: readonly GuildPlan[], settings: Settings, terminal: Call["terminal"]): Outcome {
  const planned = plans.flatMap((guildPlan) => ("plan" in guildPlan ? [guildPlan] : []));
  const different = planned.filter(({ plan }) => plan.writes.length > 0);
  const failed = plans.flatMap((guildPlan) =>
    "error" in guildPlan ? [failedGuild(guildPlan.guildId, guildPlan.error)] : [],
  );
  if (different.length > 0)
    terminal.printTable(different.map(({ guildId, plan }) => [guildId, describeNames(plan)]));
  const data = {
    target: targetAsData(settings),
    same: planned.length - different.length,
    different: different.map(({ guildId, plan }) => ({ guildId, ...namesIn(plan) })),
    failed,
  };
  if (failed.length > 0) throw notPlanned(plans.length, failed, data, terminal);
  const differ = different.length === 1 ? "differs" : "differ";
  terminal.print(`${different.length} of ${counted(plans.length, "guild")} ${differ} from the definitions.`);
  return { result: data, exitCode: different.length > 0 ? ExitCode.Differs : ExitCode.Done };
}

function namesIn({ creates, edits, deletes }: Plan) {
  return { creates: creates.map(nameOf), edits: edits.map(nameOf), deletes: deletes.map(nameOf) };
}

function nameOf({ name }: { readonly name?: unknown }): string {
  return String(name);
}

function describeNames(plan: Plan): string {
  const { creates, edits, deletes } = namesIn(plan);
  const all = [...marked("+", creates), ...marked("~", edits), ...marked("-", deletes)];
  const remaining = all.length - mostDisplayed;
  return [...all.slice(0, mostDisplayed), ...(remaining > 0 ? [`and ${remaining} more`] : [])].join("  ");
}

function marked(mark: string, names: readonly string[]): string[] {
  return names.map((name) => `${mark} ${escapeControls(name)}`);
}

function notPlanned(
  all: number,
  failed: readonly { readonly guildId: string; readonly message: string }[],
  details: Readonly<Record<string, unknown>>,
  terminal: Call["terminal"],
): Failure {
  for (const { guildId, message } of failed) terminal.note(`${terminal.notePaint.red(guildId)} ${message}`);
  return new Failure(`${failed.length} of ${counted(all, "guild")} could not be read.`, {
    code: "rollout_not_planned",
    hint: "Check that the bot is a member of these guilds. Remove the guilds that it has left, and try again.",
    details,
  });
}
