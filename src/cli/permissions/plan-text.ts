import {
  type NamedOverwrite,
  type PermissionsPlan,
  PermissionType,
  type UseChange,
} from "slashpass/commands";
import type { Call } from "../frame/run-command.ts";
import { counted } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import { differences } from "./edit.ts";
import { describeTarget } from "./open-guild.ts";

type Paint = Call["terminal"]["paint"];

const mostDisplayed = 8;
/** Formats `a, b and c`. */
const lists = new Intl.ListFormat("en-GB");

export function textOfPlans(
  plans: readonly PermissionsPlan[],
  skipped: number,
  settings: Settings,
  { terminal }: Pick<Call, "terminal">,
): string {
  const { paint } = terminal;
  const different = plans.filter(({ edits }) => edits.length > 0);
  const alike = grouped(
    different.map((plan) => ({ plan, lines: linesOf(plan, paint) })),
    ({ lines }) => lines,
  );
  const blocks = alike.map((group) => {
    const heading = paint.bold(describeGuilds(group.map(({ plan }) => plan)));
    return [heading, ...group[0].lines].map((line) => terminal.wrap(line)).join("\n");
  });
  const done = skipped === 0 ? "" : ` ${counted(skipped, "guild")} completed earlier.`;
  return [
    terminal.wrap(`Permissions for ${targetOf(settings)}`),
    ...blocks,
    terminal.wrap(`${summaryOf(plans, different)}${done}`),
  ].join("\n\n");
}

function describeGuilds(plans: readonly PermissionsPlan[]): string {
  const all = plans.map(({ guildId, guildName }) => `${escapeControls(guildName)} (${guildId})`);
  if (all.length === 1) return all.join();
  const remaining = all.length - mostDisplayed;
  const first =
    remaining > 0 ? `${all.slice(0, mostDisplayed).join(", ")} and ${remaining} more` : lists.format(all);
  return `${all.length} guilds: ${first}`;
}

function summaryOf(plans: readonly PermissionsPlan[], different: readonly PermissionsPlan[]): string {
  const differ = different.length === 1 ? "differs" : "differ";
  const requests = requestsOf(different);
  const cost = requests === 0 ? "" : `: ${counted(requests, "request")}`;
  return `${different.length} of ${counted(plans.length, "guild")} ${differ} from the config${cost}.`;
}

export function requestsOf(plans: readonly PermissionsPlan[]): number {
  return plans.reduce((sum, { edits }) => sum + edits.length, 0);
}

/** Uses the rules' names, so that guilds with the same changes produce the same lines. */
function linesOf({ guildId, edits, uses }: PermissionsPlan, paint: Paint): string[] {
  const changes = edits.map(({ name, before, after }) => ({
    name: name === "*" ? "all commands without their own rules" : escapeControls(name),
    lines: differences(before, after).map(({ mark, overwrite }) => {
      const line = `    ${mark} ${describeNamedTarget(overwrite, guildId)} ${overwrite.permission ? "may" : "may not"}`;
      return paint[mark === "+" ? "green" : "red"](line);
    }),
  }));
  return [
    ...grouped(changes, ({ lines }) => lines).flatMap((group) => [
      paint.yellow(`~ ${group.map(({ name }) => name).join(", ")}`),
      ...group[0].lines,
    ]),
    ...describeUses(uses, guildId).map(({ gains, text }) => paint[gains ? "green" : "red"](text)),
  ];
}

function describeNamedTarget(overwrite: NamedOverwrite, guildId: string): string {
  const { type, name } = overwrite;
  const described = describeTarget(overwrite, guildId);
  if (name === undefined) return described;
  const [kind] = described.split(":");
  return `${kind} ${type === PermissionType.Channel ? "#" : ""}${escapeControls(name)}`;
}

/** For example `everyone and role Crew lose match in #arena.` */
export function describeUses(
  uses: readonly UseChange[],
  guildId: string,
): { readonly gains: boolean; readonly text: string }[] {
  const byCommand = grouped(uses, ({ command, gains, channel }) => [command.id, gains, channel?.id]);
  const cases = byCommand.map((group) => ({
    who: group.map(({ who }) => nameOf(who, guildId)),
    first: group[0],
  }));
  const alike = grouped(cases, ({ who, first }) => [who, first.gains, first.channel?.id]);
  return alike.map((group) => {
    const [{ who, first }] = group;
    const verb = `${first.gains ? "gain" : "lose"}${who.length === 1 ? "s" : ""}`;
    const commands = lists.format(group.map((one) => escapeControls(one.first.command.name)));
    const where = first.channel === undefined ? "" : ` in #${escapeControls(first.channel.name)}`;
    return { gains: first.gains, text: `${lists.format(who)} ${verb} ${commands}${where}.` };
  });
}

function nameOf({ id, type, name }: UseChange["who"], guildId: string): string {
  if (type === PermissionType.Role && id === guildId) return "everyone";
  return `${type === PermissionType.Role ? "role" : "user"} ${escapeControls(name)}`;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => unknown): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
