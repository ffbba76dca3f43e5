import type { PermissionOverwrite } from "slashpass/commands";
import { misunderstood } from "../frame/failure.ts";
import {
  describeTarget,
  isSame,
  parseTarget,
  type OverwriteTarget,
  openGuild,
  readOverwrites,
  findSubject,
  overwriteAsData,
  describeOverwrite,
  readNames,
} from "./open-guild.ts";
import { targetAsData } from "../commands/open-client.ts";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { confirmWrite } from "../settings/confirm-write.ts";
import type { edit } from "./definitions.ts";
import { asPlayer } from "../session/session.ts";

type EditCall = Call<typeof edit.options, typeof edit.arguments>;

interface Change {
  readonly set: readonly PermissionOverwrite[];
  readonly remove: readonly OverwriteTarget[];
}

function readChange(given: Pick<EditCall["options"], "allow" | "deny" | "remove">, guildId: string): Change {
  const read = (texts: readonly string[]) => texts.map((text) => parseTarget(text, guildId));
  const change = {
    set: [
      ...read(given.allow).map((target) => ({ ...target, permission: true })),
      ...read(given.deny).map((target) => ({ ...target, permission: false })),
    ],
    remove: read(given.remove),
  };
  const named: readonly OverwriteTarget[] = [...change.set, ...change.remove];
  if (named.length === 0)
    throw misunderstood("No changes are specified.", "Use --allow, --deny or --remove.");
  const twice = named.find((overwriteTarget, index) =>
    named.some((other, at) => at < index && isSame(overwriteTarget, other)),
  );
  if (!twice) return change;
  throw misunderstood(`${describeTarget(twice, guildId)} is specified twice.`, "Specify it only once.");
}

function changed(before: readonly PermissionOverwrite[], { set, remove }: Change): PermissionOverwrite[] {
  const named = [...set, ...remove];
  return [...before.filter((overwrite) => !named.some((other) => isSame(overwrite, other))), ...set];
}

export function differences<O extends PermissionOverwrite>(before: readonly O[], after: readonly O[]) {
  return [
    ...before.filter((one) => !has(after, one)).map((overwrite) => ({ mark: "-", overwrite }) as const),
    ...after.filter((one) => !has(before, one)).map((overwrite) => ({ mark: "+", overwrite }) as const),
  ];
}

function has(all: readonly PermissionOverwrite[], overwrite: PermissionOverwrite): boolean {
  return all.some((other) => isSame(overwrite, other) && overwrite.permission === other.permission);
}

export async function run(call: EditCall): Promise<Outcome> {
  const { terminal, signal } = call;
  const opened = await openGuild(await asPlayer(call));
  const { settings, guild } = opened;
  const change = readChange(call.options, settings.guildId);
  const { id, name } = findSubject(opened, call.arguments.command);
  const before = await readOverwrites(opened, id, signal);
  const permissions = changed(before, change);
  const nameOf = await readNames(opened, [...before, ...permissions], call);
  const lines = differences(before, permissions).map(({ mark, overwrite }) => {
    const paint = terminal.paint[mark === "+" ? "green" : "red"];
    const [use, target] = describeOverwrite(overwrite, settings.guildId, nameOf);
    return paint(`${mark} ${target} ${use} use ${escapeControls(name)}`);
  });
  const asData = (overwrites: readonly PermissionOverwrite[]) =>
    overwrites.map((overwrite) => overwriteAsData(overwrite, nameOf));
  const target = targetAsData(settings);
  const result = { target, id, name, before: asData(before), permissions: asData(permissions) };
  if (lines.length === 0) {
    terminal.note("No changes: the overwrites are already set.");
    return { result };
  }
  terminal.print(lines.join("\n"));
  await confirmWrite(call, settings, `Change ${counted(lines.length, "overwrite")}`);
  await guild.permissions.edit(id, permissions, { signal });
  terminal.note(terminal.notePaint.green("Changed."));
  return { result };
}
