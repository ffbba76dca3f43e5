import { withFlags } from "../frame/failure.ts";
import {
  type DesiredCommand,
  type GuildCommand,
  type Permit,
  type Plan,
  type PlanLineKind,
  type PlanWarning,
  planLines,
} from "slashpass/commands";
import type { LiveScope } from "./open-client.ts";
import { interrupted, nothingChanged } from "../frame/prompts.ts";
import type { Call } from "../frame/run-command.ts";
import type { Terminal } from "../frame/terminal.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import type { ValuesOf } from "../frame/definition.ts";
import type { allowOption, fullOption, guildsOption } from "../options.ts";

type PlanCall = Pick<Call<typeof allowOption & typeof guildsOption>, "options" | "terminal" | "signal">;

export async function makePlan(
  { options, terminal, signal }: PlanCall,
  scope: LiveScope,
  commands: readonly DesiredCommand<GuildCommand>[],
): Promise<Plan> {
  const allow = options.allow as readonly Permit[];
  const read = () => scope.plan(commands, { allow, guildIds: guildsOf(options), signal });
  return beforeWriting(signal, terminal.during("Reading the live commands", read));
}

/** If it is interrupted, the error states that nothing was changed. */
export async function beforeWriting<T>(signal: AbortSignal, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw signal.aborted ? interrupted(nothingChanged) : error;
  }
}

/** Omits rule findings, which were already reported with their positions. */
export function asTold(plan: Plan): Plan {
  const warnings = plan.warnings.filter(({ code }) => code !== "rule");
  return { ...plan, warnings: warnings.map(inOwnWords) };
}

export function inOwnWords(warning: PlanWarning): PlanWarning {
  return { ...warning, message: withFlags(warning.message) };
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

export function planText(
  plan: Plan,
  settings: Settings,
  { terminal, options }: Pick<Call<typeof fullOption>, "terminal" | "options">,
): string {
  const columns = Math.min(1000, Math.max(40, terminal.columns));
  const lines = planLines(plan, { columns, full: options.full }).map(({ kind, text }) => {
    const colour = colours[kind];
    return colour === undefined ? text : terminal.paint[colour](text);
  });
  return [terminal.wrap(`Plan for ${targetOf(settings)}`), ...lines].join("\n");
}

export function printPlan(
  plan: Plan,
  settings: Settings,
  call: Pick<Call<typeof fullOption>, "terminal" | "options">,
): void {
  // Skipped for JSON output, since the layout of a large plan is slow.
  if (!call.terminal.isForPrograms) call.terminal.print(planText(plan, settings, call));
}

export function planAsData(plan: Plan): Readonly<Record<string, unknown>> {
  const { creates, edits, deletes, unchanged, kept, warnings, cost } = plan;
  return {
    creates: creates.map(({ name, type = 1 }) => ({ type, name })),
    edits: edits.map(({ id, type, name, renamedTo, changes }) => ({ id, type, name, renamedTo, changes })),
    deletes,
    unchanged,
    kept,
    warnings: warnings
      .map(inOwnWords)
      .map(({ code, message, savedPermissions }) => ({ code, message, savedPermissions })),
    cost,
  };
}

export function guildsOf({ permissionsOf = [] }: Partial<ValuesOf<typeof guildsOption>>) {
  return permissionsOf.length === 0 ? undefined : permissionsOf;
}
