import { resolve } from "node:path";
import type { PermissionsResult } from "slashpass/commands";
import { fileJournal } from "slashpass/commands/file-journal";
import { targetAsData } from "../commands/open-client.ts";
import { statusOf, tellFailedGuilds } from "../commands/rollout.ts";
import { ExitCode, Failure, tell } from "../frame/failure.ts";
import type { ProgressBar } from "../frame/progress.ts";
import { type Call, counted, type Outcome } from "../frame/run-command.ts";
import { asPlayer } from "../session/session.ts";
import { confirmWrite, refuseUnconfirmed } from "../settings/confirm-write.ts";
import type { apply } from "./definitions.ts";
import { planGuilds, plansAsData, readRuledSettings } from "./plan-guilds.ts";
import { requestsOf, textOfPlans } from "./plan-text.ts";

export async function run(given: Call<typeof apply.options>): Promise<Outcome> {
  const { cwd, options, terminal, signal } = given;
  const settings = await readRuledSettings(given);
  refuseUnconfirmed(given, settings);
  const call = await asPlayer(given);
  const journal = options.journal === undefined ? undefined : fileJournal(resolve(cwd, options.journal));
  const { client, plans, skipped } = await planGuilds(call, settings, { journal });
  if (!terminal.isForPrograms) terminal.print(textOfPlans(plans, skipped, settings, call));
  const base = { target: targetAsData(settings), skipped, guilds: plansAsData(plans) };
  const requests = requestsOf(plans);
  if (requests === 0) return { result: { ...base, done: plans.length, writes: 0, failed: [] } };
  await confirmWrite(call, settings, `Apply ${counted(requests, "request")}`);
  const results = await terminal.during(
    "Applying",
    (bar) => client.applyPermissions(plans, { journal, signal, onProgress: following(bar) }),
    plans.length,
  );
  const data = { ...base, ...resultsAsData(results) };
  if (results.some(({ error }) => error)) throw incomplete(data, results.length, call);
  terminal.note(terminal.notePaint.green(`Applied: ${counted(data.writes, "request")}.`));
  return { result: data };
}

function following(bar: ProgressBar) {
  return (result: PermissionsResult, done: number) =>
    bar.update(done, `guild ${result.guildId} ${statusOf(result)}`);
}

function resultsAsData(results: readonly PermissionsResult[]) {
  const interrupted = results.filter((result) => statusOf(result) === "interrupted");
  return {
    ...(interrupted.length > 0 && { interrupted: interrupted.map(({ guildId }) => guildId) }),
    done: results.filter(({ status }) => status === "done").length,
    writes: results.reduce((sum, { writes }) => sum + writes, 0),
    failed: results.flatMap((result) => {
      const { guildId, error } = result;
      if (error === undefined || interrupted.includes(result)) return [];
      const { code, message, hint } = tell(error);
      return [{ guildId, code, message, hint }];
    }),
  };
}

function incomplete(
  data: ReturnType<typeof resultsAsData>,
  total: number,
  { terminal, signal }: Pick<Call, "terminal" | "signal">,
): Failure {
  tellFailedGuilds(data.failed, terminal);
  const next = {
    hint: "Run the same command again to continue: it plans what is left.",
    details: { ...data },
  };
  const counts = `${data.done} of ${counted(total, "guild")} ${data.done === 1 ? "has" : "have"} the permissions of the config`;
  if (!signal.aborted)
    return new Failure(`The permissions are not complete: ${counts}.`, {
      code: "permissions_incomplete",
      ...next,
    });
  const how = { code: "interrupted", exitCode: ExitCode.Interrupted };
  return new Failure(`Interrupted: ${counts}.`, { ...how, ...next });
}
