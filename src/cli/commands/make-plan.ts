import { beforeWriting } from "./plan-and-apply.ts";
import { withFlags, Failure, describeError } from "../frame/failure.ts";
import {
  type DesiredCommand,
  type GuildCommand,
  type Permit,
  type Plan,
  type PlanLineKind,
  planLines,
  CommandType,
} from "slashpass/commands";
import { type LiveScope, type Access, readAccess, scopeWith, type Target } from "./open-client.ts";
import type { Call } from "../frame/run-command.ts";
import type { Terminal } from "../frame/terminal.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import type { ValuesOf } from "../frame/definition.ts";
import type { allowOption, fullOption, guildsOption } from "../options.ts";
import { ApplicationFlag } from "../../wire/application.ts";
import type { AccessCall } from "../settings/application-secrets.ts";
import type { FileCommands } from "./source.ts";
import { asPlayer, type SessionCall } from "../session/session.ts";

type PlanCall = Pick<Call<typeof allowOption & typeof guildsOption>, "options" | "terminal" | "signal">;

export async function makePlan(
  { options, terminal, signal }: PlanCall,
  scope: LiveScope,
  commands: readonly DesiredCommand<GuildCommand>[],
): Promise<Plan> {
  const allow = options.allow as readonly Permit[];
  return planWith({ terminal, signal }, () =>
    scope.plan(commands, { allow, guildIds: guildsOf(options), signal }),
  );
}

/** Replaces the library's argument names in warnings with the program's options. */
export async function planWith(
  { terminal, signal }: Pick<Call, "terminal" | "signal">,
  read: () => Promise<Plan>,
): Promise<Plan> {
  const plan = await beforeWriting(signal, terminal.during("Reading the live commands", read));
  const warnings = plan.warnings.map((warning) => ({ ...warning, message: withFlags(warning.message) }));
  return { ...plan, warnings };
}

/** Omits rule findings, which were already reported with their positions. */
export function withoutRuleFindings(plan: Plan): Plan {
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

export function commandsPlanText(
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
  if (!call.terminal.isForPrograms) call.terminal.print(commandsPlanText(plan, settings, call));
}

export function commandsPlanAsData(plan: Plan): Readonly<Record<string, unknown>> {
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

export function guildsOf({ permissionsOf = [] }: Partial<ValuesOf<typeof guildsOption>>) {
  return permissionsOf.length === 0 ? undefined : permissionsOf;
}

/**
 * @throws Failure `activities_disabled` if the plan creates an entry point but the application has no Activities, because Discord
 * would reject the entry point.
 */
export async function openAndPlan<C extends AccessCall & PlanCall>(
  call: C,
  settings: Target,
  { commands, skipped }: FileCommands,
) {
  const { signal } = call;
  const access = await readAccess(call, settings);
  const scope = scopeWith(access, call, settings);
  const plan = await makePlan(call, scope, commands);
  const needsActivities = plan.creates.some(({ type }) => type === CommandType.PrimaryEntryPoint);
  if (needsActivities && (await beforeWriting(signal, lacksActivities(access, signal))))
    throw activitiesDisabled(settings);
  return { call, scope, plan: { ...plan, warnings: [...skipped, ...plan.warnings] } };
}

/** False without a bot token, because only a bot can read the application. */
async function lacksActivities(access: Access, signal: AbortSignal): Promise<boolean> {
  if (!("botToken" in access.credential)) return false;
  const { ApiClient } = await import("slashpass/api");
  const { flags } = await new ApiClient(access).application.get({ signal });
  return (flags & ApplicationFlag.Embedded) === 0;
}

function activitiesDisabled(settings: Target): Failure {
  return new Failure(
    `The commands include an entry point, but Activities are not enabled for application ${settings.applicationId}, so the service would reject it.`,
    {
      code: "activities_disabled",
      hint: `Enable them in the developer portal (Activities, Settings), or start the emulator with --activity and the Activity page's address. Otherwise, remove the entry point from ${settings.commandsFile}.`,
    },
  );
}

type PlayersCall = SessionCall & Pick<Call, "terminal">;

interface Planned<C> {
  readonly call: C;
  readonly plan: Plan;
}

/**
 * If permissions would be lost, plans again with the signed-in player's token. In all other cases, does not access the keychain.
 */
export async function planKeepingPermissions<C extends PlayersCall, P extends Planned<C>>(
  call: C,
  plan: (call: C) => Promise<P>,
): Promise<P> {
  const first = await plan(call);
  if (!first.plan.warnings.some(({ code }) => code === "permissions-lost")) return first;
  const player = await withPlayer(call);
  return player === call ? first : plan(player);
}

export async function withPlayer<C extends PlayersCall>(call: C): Promise<C> {
  try {
    return await asPlayer(call);
  } catch (error) {
    const { code, message } = describeError(error);
    if (code !== "no_access_token") call.terminal.note(message);
    return call;
  }
}
