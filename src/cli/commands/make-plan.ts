import {
  type DesiredCommand,
  type GuildCommand,
  type Permit,
  type Plan,
  type PlanLineKind,
  planLines,
} from "slashpass/commands";
import type { LiveScope } from "./open-client.ts";
import { interrupted, nothingChanged } from "../frame/prompts.ts";
import type { Call } from "../frame/run-command.ts";
import type { Terminal } from "../frame/terminal.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import type { ValuesOf } from "../frame/definition.ts";
import type { allowOption, guildsOption } from "./definitions.ts";

type PlanCall = Pick<Call<typeof allowOption & typeof guildsOption>, "options" | "terminal" | "signal">;

/** Reads the live commands, and plans. */
export async function makePlan(
  { options, terminal, signal }: PlanCall,
  scope: LiveScope,
  commands: readonly DesiredCommand<GuildCommand>[],
): Promise<Plan> {
  // The command line takes no other words.
  const allow = options.allow as readonly Permit[];
  const read = () => scope.plan(commands, { allow, guildIds: guildsOf(options), signal });
  return beforeWriting(signal, terminal.during("Reading the live commands", read));
}

/** What is read before anything is written: an interruption of it leaves everything as it is. */
export async function beforeWriting<T>(signal: AbortSignal, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw signal.aborted ? interrupted(nothingChanged) : error;
  }
}

/** The plan without what the rules warn of, which was told with its places in the file. */
export function withoutFindings(plan: Plan): Plan {
  return { ...plan, warnings: plan.warnings.filter(({ code }) => code !== "rule") };
}

const colours: Readonly<Record<PlanLineKind, keyof Terminal["paint"] | undefined>> = {
  headline: "bold",
  created: "green",
  added: "green",
  changed: "yellow",
  value: "yellow",
  deleted: "red",
  removed: "red",
  warning: "yellow",
  cost: "dim",
  blank: undefined,
};

/** Whose plan it is, then the plan as a diff: green for what comes, yellow for what changes, red for what goes. */
export function printPlan(plan: Plan, settings: Settings, terminal: Terminal): void {
  terminal.print(terminal.wrap(`Plan for ${targetOf(settings)}`));
  const columns = Math.min(1000, Math.max(40, terminal.columns));
  for (const { kind, text } of planLines(plan, { columns })) {
    const colour = colours[kind];
    terminal.print(colour === undefined ? text : terminal.paint[colour](text));
  }
}

/** The plan for programs. */
export function planAsData(plan: Plan): Readonly<Record<string, unknown>> {
  const { creates, edits, deletes, unchanged, kept, warnings, cost } = plan;
  return {
    creates: creates.map(({ name, type = 1 }) => ({ type, name })),
    edits: edits.map(({ id, type, name, renamedTo, changes }) => ({ id, type, name, renamedTo, changes })),
    deletes,
    unchanged,
    kept,
    warnings: warnings.map(({ code, message, savedPermissions }) => ({ code, message, savedPermissions })),
    cost,
  };
}

/** The guilds of the command line; undefined for the default. */
export function guildsOf({ permissionsOf = [] }: Partial<ValuesOf<typeof guildsOption>>) {
  return permissionsOf.length === 0 ? undefined : permissionsOf;
}
