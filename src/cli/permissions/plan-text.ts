import { type PermissionsPlan, PermissionType, type UseChange } from "slashpass/commands";
import type { Call } from "../frame/run-command.ts";
import { counted } from "../frame/run-command.ts";
import { shown } from "../frame/shown.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import { differences } from "./edit.ts";
import { overwriteInWords } from "./names.ts";

type Paint = Call["terminal"]["paint"];

/** The plans of guilds for people: those that differ, each with its overwrites and whom they change something for. */
export function textOfPlans(
  plans: readonly PermissionsPlan[],
  skipped: number,
  settings: Settings,
  { terminal }: Pick<Call, "terminal">,
): string {
  const { paint } = terminal;
  const different = plans.filter(({ edits }) => edits.length > 0);
  const blocks = different.map((plan) =>
    textOfGuild(plan, paint)
      .map((line) => terminal.wrap(line))
      .join("\n"),
  );
  const done = skipped === 0 ? "" : ` ${counted(skipped, "guild")} done before.`;
  return [
    terminal.wrap(`Permissions for ${targetOf(settings)}`),
    ...blocks,
    terminal.wrap(`${summaryOf(plans, different)}${done}`),
  ].join("\n\n");
}

function summaryOf(plans: readonly PermissionsPlan[], different: readonly PermissionsPlan[]): string {
  const differ = different.length === 1 ? "differs" : "differ";
  const requests = requestsOf(different);
  const cost = requests === 0 ? "" : `: ${counted(requests, "request")}`;
  return `${different.length} of ${counted(plans.length, "guild")} ${differ} from the config${cost}.`;
}

/** How many requests plans need. */
export function requestsOf(plans: readonly PermissionsPlan[]): number {
  return plans.reduce((sum, { edits }) => sum + edits.length, 0);
}

function textOfGuild({ guildId, guildName, edits, uses }: PermissionsPlan, paint: Paint): string[] {
  return [
    paint.bold(`${shown(guildName)} (${guildId})`),
    ...edits.flatMap(({ name, before, after }) => [
      paint.yellow(`~ ${name === "*" ? "all commands without rules of their own" : shown(name)}`),
      ...differences(before, after).map(({ mark, overwrite }) => {
        const [use, target] = overwriteInWords(overwrite, guildId, () => overwrite.name);
        return paint[mark === "+" ? "green" : "red"](`    ${mark} ${target} ${use}`);
      }),
    ]),
    ...usesInWords(uses, guildId).map(({ gains, text }) => paint[gains ? "green" : "red"](text)),
  ];
}

/** Sentences such as `everyone and role Crew lose match in #arena.`: one for all who are in the same case. */
export function usesInWords(
  uses: readonly UseChange[],
  guildId: string,
): { readonly gains: boolean; readonly text: string }[] {
  const byCommand = grouped(uses, ({ command, gains, channel }) => [command.id, gains, channel?.id]);
  const cases = byCommand.map((group) => ({
    who: group.map(({ who }) => nameOf(who, guildId)),
    first: group[0] as UseChange,
  }));
  const alike = grouped(cases, ({ who, first }) => [who, first.gains, first.channel?.id]);
  return alike.map((group) => {
    const { who, first } = group[0] as (typeof cases)[number];
    const verb = `${first.gains ? "gain" : "lose"}${who.length === 1 ? "s" : ""}`;
    const commands = listed(group.map((one) => shown(one.first.command.name)));
    const where = first.channel === undefined ? "" : ` in #${shown(first.channel.name)}`;
    return { gains: first.gains, text: `${listed(who)} ${verb} ${commands}${where}.` };
  });
}

function nameOf({ id, type, name }: UseChange["who"], guildId: string): string {
  if (type === PermissionType.Role && id === guildId) return "everyone";
  return `${type === PermissionType.Role ? "role" : "user"} ${shown(name)}`;
}

/** In the order of the first of each group. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/** `a, b and c`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
