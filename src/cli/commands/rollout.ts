import { readText } from "../../core/resolve/read-file.ts";
import { misunderstood, Failure, tell, ExitCode } from "../frame/failure.ts";
import { unreadable } from "../settings/load-file.ts";
import { isId } from "../settings/config-file.ts";
import { relative, resolve } from "node:path";
import type { CommandsClient, DesiredCommand, GuildCommand, GuildResult, Permit } from "slashpass/commands";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { fileJournal } from "slashpass/commands/file-journal";
import type { ProgressBar } from "../frame/progress.ts";
import { confirmWrite, refuseUnconfirmed } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import type { rollout } from "./definitions.ts";
import { erasesPermissions, refuseErasure } from "./refuse-erasure.ts";
import { planGuilds, planRollout } from "./rollout-plan.ts";
import { withPlayer } from "./keep-permissions.ts";
import { loadCommands } from "./source.ts";
import { remindOfPermissions, tellLost } from "./carry-out.ts";
import { openClient, readTarget, targetAsData } from "./open-client.ts";

/**
 * Reads guild ids from a file: one per line, with comments after `#`, or a JSON array of strings.
 *
 * @throws Failure `file_unreadable`, `guilds_invalid`.
 */
export async function readGuilds(path: string): Promise<readonly string[]> {
  const text = await readText(path).catch((error: unknown) => {
    throw unreadable("The file with the guilds", path, error);
  });
  const items = text.trimStart().startsWith("[") ? itemsOfJson(text, path) : itemsOfLines(text);
  const wrong = items.find(({ id }) => !isId(id));
  if (wrong) throw invalid(path, `${wrong.where} is not the id of a guild: ${JSON.stringify(wrong.id)}`);
  if (items.length === 0) throw invalid(path, "it contains no guild id");
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
    `The file with the guilds ${path} cannot be used: ${problem}.`,
    "Write one id per line, or a JSON list of ids in quotes.",
    "guilds_invalid",
  );
}

const mostShown = 20;

/** The library reports guilds that Ctrl-C interrupted as failed. */
export function statusOf({
  status,
  error,
}: Pick<GuildResult, "error"> & { readonly status: string }): string {
  return error?.code === "aborted" ? "interrupted" : status;
}

export function rolloutAsData(results: readonly GuildResult[]) {
  const having = (wanted: string) => results.filter((result) => statusOf(result) === wanted);
  const interrupted = having("interrupted").map(({ guildId }) => guildId);
  const savedPermissions = results.flatMap((result) => result.savedPermissions ?? []);
  return {
    ...(savedPermissions.length > 0 && { savedPermissions }),
    done: having("done").length,
    skipped: having("skipped").length,
    ...(interrupted.length > 0 && { interrupted }),
    failed: having("failed").map(({ guildId, error }) => ({
      guildId,
      code: error?.code,
      message: error?.message,
      hint: error && tell(error).hint,
    })),
  };
}

export interface FailedGuild {
  readonly guildId: string;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly hint: string | undefined;
}

export function tellFailedGuilds(failed: readonly FailedGuild[], terminal: Call["terminal"]): void {
  for (const { guildId, message, hint } of failed.slice(0, mostShown)) {
    terminal.note(`${terminal.notePaint.red(guildId)} ${[message, hint].filter(Boolean).join("\n  ")}`);
  }
  if (failed.length > mostShown) {
    terminal.note(`and ${failed.length - mostShown} more: --json lists all of them.`);
  }
}

export function rolloutFailed(
  results: readonly GuildResult[],
  data: ReturnType<typeof rolloutAsData> & { readonly journal: string },
  { terminal, signal, cwd }: Pick<Call, "terminal" | "signal" | "cwd">,
): Failure {
  const { failed } = data;
  tellFailedGuilds(failed, terminal);
  const good = data.done + data.skipped;
  const counts = `${good} of ${counted(results.length, "guild")} ${good === 1 ? "is" : "are"} done${failed.length > 0 ? `, ${failed.length} failed` : ""}`;
  const goOn = `Run the same command again to continue: the journal ${relative(cwd, data.journal)} records the progress.`;
  const next = { hint: goOn, details: data };
  if (!signal.aborted)
    return new Failure(`The rollout is not complete: ${counts}.`, { code: "rollout_incomplete", ...next });
  const how = { code: "interrupted", exitCode: ExitCode.Interrupted };
  return new Failure(`Interrupted: ${counts}.`, { ...how, ...next });
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
  if (call.options.plan) return planRollout(call, settings, client, commands, guildIds);
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
  tellLost(
    results.flatMap(({ savedPermissions = [] }) => savedPermissions),
    terminal,
  );
  if (results.some(({ writes }) => writes > 0)) remindOfPermissions(settings, terminal);
  const data = { target: targetAsData(settings), journal, ...rolloutAsData(results) };
  if (results.some(({ status }) => status === "failed")) throw rolloutFailed(results, data, call);
  const before = data.skipped === 0 ? "" : `, ${data.skipped} done before`;
  terminal.print(`${counted(data.done, "guild")} done${before}.`);
  return { result: data };
}

function isNoted(done: number, total: number): boolean {
  return total <= mostShown || done % 10 === 0 || done === total;
}

async function refuseErasingRollout(
  call: Call<typeof rollout.options>,
  settings: Settings,
  client: CommandsClient,
  commands: readonly DesiredCommand<GuildCommand>[],
  guildIds: readonly string[],
): Promise<void> {
  const { allowPermissionLoss } = call.options;
  if (!settings.protected || allowPermissionLoss) return;
  const plans = await planGuilds(call, client, commands, guildIds);
  const erasing = plans.filter((one) => "plan" in one && erasesPermissions(one.plan));
  if (erasing.length === 0) return;
  const guilds = counted(erasing.length, "guild");
  refuseErasure(
    { settings, allowPermissionLoss },
    `permissions of commands in ${guilds}, the first of which is ${erasing[0]?.guildId},`,
  );
}

function guildsFileOf({ cwd, options }: Call<typeof rollout.options>): string {
  if (options.guilds !== undefined) return resolve(cwd, options.guilds);
  throw misunderstood(
    "A rollout needs --guilds, the file with the guilds.",
    "Try 'slashpass commands rollout --help'.",
  );
}
