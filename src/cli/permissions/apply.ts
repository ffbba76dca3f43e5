import {
  planOutcome,
  incompleteFailure,
  noteApplied,
  resultsAsData,
  statusOf,
} from "../commands/plan-and-apply.ts";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import type * as definitions from "./definitions.ts";
import { planGuilds, plansAsData, readRuledSettings } from "./plan-guilds.ts";
import { requestsOf, textOfPlans } from "./plan-text.ts";
import { resolve } from "node:path";
import type { PermissionsResult } from "slashpass/commands";
import { fileJournal } from "slashpass/commands/file-journal";
import { targetAsData } from "../commands/open-client.ts";
import { asPlayer } from "../session/session.ts";
import { confirmWrite, refuseUnconfirmed } from "../settings/confirm-write.ts";

export async function plan(call: Call<typeof definitions.plan.options>): Promise<Outcome> {
  const { terminal } = call;
  const settings = await readRuledSettings(call);
  const { plans, skipped } = await planGuilds(call, settings);
  if (!terminal.isForPrograms) await terminal.page(textOfPlans(plans, skipped, settings, call));
  return planOutcome(call, settings, requestsOf(plans), { guilds: plansAsData(plans) });
}

export async function apply(given: Call<typeof definitions.apply.options>): Promise<Outcome> {
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
    (bar) => {
      const onProgress = (result: PermissionsResult, done: number) =>
        bar.update(done, `guild ${result.guildId} ${statusOf(result)}`);
      return client.applyPermissions(plans, { journal, signal, onProgress });
    },
    plans.length,
  );
  const writes = results.reduce((sum, result) => sum + result.writes, 0);
  const data = { ...base, ...resultsAsData(results), writes };
  if (results.some(({ error }) => error)) {
    const message = "The permissions were not fully applied";
    const counts = `${data.done} of ${counted(results.length, "guild")} ${data.done === 1 ? "has" : "have"} the config's permissions`;
    const hint = "Run the same command again to continue: it plans the remaining changes.";
    throw incompleteFailure(data, { message, code: "permissions_incomplete", counts, hint }, call);
  }
  noteApplied(terminal, writes);
  return { result: data };
}
