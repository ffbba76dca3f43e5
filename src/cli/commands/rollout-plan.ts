import {
  type CommandsClient,
  type DesiredCommand,
  type GuildCommand,
  isClientError,
  type Permit,
  type Plan,
} from "slashpass/commands";
import { columns } from "../frame/columns.ts";
import { ExitCode, Failure, tell } from "../frame/failure.ts";
import { interrupted, nothingChanged } from "../frame/prompts.ts";
import { type Call, counted, type Outcome } from "../frame/run-command.ts";
import { shown } from "../frame/shown.ts";
import type { Settings } from "../settings/settings.ts";
import type { rollout } from "./definitions.ts";
import { targetAsData } from "./open-client.ts";

type RolloutCall = Pick<Call<typeof rollout.options>, "options" | "terminal" | "signal">;

type GuildPlan =
  | { readonly guildId: string; readonly plan: Plan }
  | { readonly guildId: string; readonly error: unknown };

const mostShown = 8;

/** Number of guilds read in parallel; the client observes the rate limits. */
const atOnce = 50;

/** @throws Failure `rollout_not_planned` if a guild cannot be read; `interrupted`. */
export async function planRollout(
  call: RolloutCall,
  settings: Settings,
  client: CommandsClient,
  commands: readonly DesiredCommand<GuildCommand>[],
  guildIds: readonly string[],
): Promise<Outcome> {
  const plans = await planGuilds(call, client, commands, guildIds);
  return tellPlans(plans, settings, call.terminal);
}

/** @throws Failure `interrupted`. */
export async function planGuilds(
  { options, terminal, signal }: RolloutCall,
  client: CommandsClient,
  commands: readonly DesiredCommand<GuildCommand>[],
  guildIds: readonly string[],
): Promise<readonly GuildPlan[]> {
  const allow = options.allow as readonly Permit[];
  const plans: GuildPlan[] = [];
  let done = 0;
  const reading = terminal.during(
    "Reading the guilds",
    (bar) =>
      forEach(guildIds, async (guildId, at) => {
        plans[at] = await planGuild(guildId, () => client.guild(guildId).plan(commands, { allow, signal }));
        bar.update(++done, `guild ${guildId}`);
      }),
    guildIds.length,
  );
  await reading;
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

async function forEach(
  guildIds: readonly string[],
  work: (guildId: string, at: number) => Promise<void>,
): Promise<void> {
  const left = guildIds.entries();
  const worker = async () => {
    for (const [at, guildId] of left) await work(guildId, at);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, guildIds.length) }, worker));
}

function tellPlans(plans: readonly GuildPlan[], settings: Settings, terminal: Call["terminal"]): Outcome {
  const planned = plans.flatMap((one) => ("plan" in one ? [one] : []));
  const different = planned.filter(({ plan }) => plan.writes.length > 0);
  const failed = plans.flatMap((one) =>
    "error" in one ? [{ guildId: one.guildId, ...tell(one.error) }] : [],
  );
  if (different.length > 0)
    terminal.print(
      columns(
        different.map(({ guildId, plan }) => [guildId, inWords(plan)]),
        terminal.columns,
      ),
    );
  const data = {
    target: targetAsData(settings),
    same: planned.length - different.length,
    different: different.map(({ guildId, plan }) => ({ guildId, ...namesIn(plan) })),
    failed: failed.map(({ guildId, code, message, hint }) => ({ guildId, code, message, hint })),
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

function inWords(plan: Plan): string {
  const { creates, edits, deletes } = namesIn(plan);
  const all = [...marked("+", creates), ...marked("~", edits), ...marked("-", deletes)];
  const left = all.length - mostShown;
  return [...all.slice(0, mostShown), ...(left > 0 ? [`and ${left} more`] : [])].join("  ");
}

function marked(mark: string, names: readonly string[]): string[] {
  return names.map((name) => `${mark} ${shown(name)}`);
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
    hint: "Is the bot in these guilds? Remove the guilds that it has left, and try again.",
    details,
  });
}
