import { ApiClient, type GuildEndpoints } from "slashpass/api";
import {
  allChannelsId,
  everyoneId,
  type PermissionOverwrite,
  PermissionType,
  type Command,
  CommandsClient,
  type GuildScope,
  isClientError,
} from "slashpass/commands";
import { misunderstood, Failure } from "../frame/failure.ts";
import { isId } from "../settings/config-file.ts";
import { readAccess, readTarget } from "../commands/open-client.ts";
import type { Call } from "../frame/run-command.ts";
import type { Settings } from "../settings/settings.ts";
import type { list } from "./definitions.ts";
import { escapeControls } from "../frame/terminal-text.ts";

export type OverwriteTarget = Pick<PermissionOverwrite, "id" | "type">;

const types = {
  role: PermissionType.Role,
  user: PermissionType.User,
  channel: PermissionType.Channel,
} as const;

export function parseTarget(text: string, guildId: string): OverwriteTarget {
  if (text === "everyone") return { id: everyoneId(guildId), type: types.role };
  if (text === "all-channels") return { id: allChannelsId(guildId), type: types.channel };
  const [kind = "", id] = text.split(":", 2);
  if (isId(id) && Object.hasOwn(types, kind))
    return { id: id as string, type: types[kind as keyof typeof types] };
  throw misunderstood(
    `'${text}' is not a role, user or channel.`,
    "Use role:<id>, user:<id>, channel:<id>, everyone or all-channels.",
  );
}

export function describeTarget({ id, type }: OverwriteTarget, guildId: string): string {
  if (type === types.role && id === everyoneId(guildId)) return "everyone";
  if (type === types.channel && id === allChannelsId(guildId)) return "all-channels";
  const [kind = String(type)] = Object.entries(types).find(([, one]) => one === type) ?? [];
  return `${kind}:${id}`;
}

export function isSame(overwriteTarget: OverwriteTarget, other: OverwriteTarget): boolean {
  return overwriteTarget.id === other.id && overwriteTarget.type === other.type;
}

export interface OpenGuild {
  readonly settings: Settings & { readonly guildId: string };
  readonly guild: GuildScope;
  readonly commands: readonly Command[];
  readonly ofBot: GuildEndpoints;
}

export async function readOverwrites(
  { guild }: OpenGuild,
  id: string,
  signal: AbortSignal,
): Promise<readonly PermissionOverwrite[]> {
  const all = await guild.permissions.list({ signal });
  return all.find((entry) => entry.id === id)?.permissions ?? [];
}

export async function openGuild(
  call: Pick<Call<typeof list.options>, "options" | "env" | "cwd" | "terminal" | "signal">,
): Promise<OpenGuild> {
  const { terminal, signal } = call;
  const settings = await readTarget(call);
  const { guildId } = settings;
  if (guildId === undefined) {
    throw misunderstood(
      "Permissions belong to a guild, but no guild is specified.",
      "Use --guild, or set guildId in the config.",
      "no_guild",
    );
  }
  const access = await readAccess(call, settings);
  const client = new CommandsClient(access);
  const guild = client.guild(guildId);
  const commands = await terminal.during("Reading the live commands", async () => [
    ...(await client.global.list({ signal })),
    ...(await guild.list({ signal })),
  ]);
  const ofBot = new ApiClient(access).guild(guildId);
  return { settings: { ...settings, guildId }, guild, commands, ofBot };
}

type GuildCommands = Pick<OpenGuild, "settings" | "commands">;

export function findSubject(
  { settings, commands }: GuildCommands,
  text: string,
): Pick<Command, "id" | "name"> {
  if (text === settings.applicationId) return { id: text, name: nameOfApplication };
  const found = commands.filter(({ id, name }) => id === text || name === text);
  const [first] = found;
  if (first === undefined) {
    throw new Failure(`There is no command '${escapeControls(text)}' in this guild.`, {
      code: "unknown_command",
      hint: `The commands are: ${commands.map(({ name }) => escapeControls(name)).join(", ") || "none"}.`,
    });
  }
  if (found.length === 1) return first;
  throw new Failure(`Several commands are named '${escapeControls(text)}'.`, {
    code: "ambiguous_command",
    hint: `Use one of their ids: ${found.map(({ id }) => id).join(", ")}.`,
  });
}

const nameOfApplication = "all commands";

export function nameSubject({ settings, commands }: GuildCommands, id: string): string | undefined {
  if (id === settings.applicationId) return nameOfApplication;
  return commands.find((command) => command.id === id)?.name;
}

export function nameToShow(opened: GuildCommands, id: string): string {
  const name = nameSubject(opened, id);
  if (name === undefined) return id;
  const isShared = opened.commands.some((command) => command.name === name && command.id !== id);
  return isShared ? `${escapeControls(name)} (${id})` : escapeControls(name);
}

export type NameOf = (target: OverwriteTarget) => string | undefined;

type GuildAccess = Pick<OpenGuild, "settings" | "ofBot">;
type Reading = Pick<Call, "terminal" | "signal">;

/** If Discord rejects the request, prints a note. The caller then shows ids. */
export async function readNames(
  opened: GuildAccess,
  overwrites: readonly OverwriteTarget[],
  { terminal, signal }: Reading,
): Promise<NameOf> {
  const { guildId } = opened.settings;
  const targets = overwrites.filter((target) => describeTarget(target, guildId).includes(":"));
  const names = new Map<string, string>();
  try {
    for await (const [target, name] of namesAmong(opened.ofBot, targets, signal)) {
      if (targets.some((overwriteTarget) => isSame(overwriteTarget, target)))
        names.set(describeTarget(target, guildId), name);
    }
  } catch (error) {
    if (signal.aborted || !isClientError(error)) throw error;
    terminal.note(`Some names could not be read, so ids are shown instead: ${error.message}`);
  }
  return (target) => names.get(describeTarget(target, guildId));
}

async function* namesAmong(
  ofBot: GuildEndpoints,
  targets: readonly OverwriteTarget[],
  signal: AbortSignal,
): AsyncGenerator<readonly [OverwriteTarget, string]> {
  const ofType = (type: PermissionType) => targets.filter((target) => target.type === type);
  if (ofType(PermissionType.Role).length > 0) {
    const { roles } = await ofBot.get({ signal });
    for (const { id, name } of roles) yield [{ id, type: PermissionType.Role }, name];
  }
  if (ofType(PermissionType.Channel).length > 0) {
    for (const { id, name } of await ofBot.channels({ signal }))
      if (name) yield [{ id, type: PermissionType.Channel }, name];
  }
  for (const id of new Set(ofType(PermissionType.User).map((user) => user.id))) {
    const member = await findMember(ofBot, id, signal);
    if (member) yield [{ id, type: PermissionType.User }, nameOfMember(member)];
  }
}

/** Returns `undefined` for former members, whose overwrites persist. */
export async function findMember(ofBot: GuildEndpoints, id: string, signal: AbortSignal) {
  try {
    return await ofBot.member(id, { signal });
  } catch (error) {
    if (isClientError(error) && error.status === 404) return undefined;
    throw error;
  }
}

export type GuildMember = Awaited<ReturnType<GuildEndpoints["member"]>>;

export function nameOfMember({ nick, user }: GuildMember): string {
  return nick ?? user.username;
}

export function withName(text: string, name: string | undefined): string {
  return name === undefined ? text : `${text} (${escapeControls(name)})`;
}

export function overwriteAsData(
  overwrite: PermissionOverwrite,
  nameOf: NameOf,
): PermissionOverwrite & { readonly name?: string } {
  const name = nameOf(overwrite);
  return { ...overwrite, ...(name !== undefined && { name }) };
}

export function describeOverwrite(overwrite: PermissionOverwrite, guildId: string, nameOf: NameOf): string[] {
  const target = withName(describeTarget(overwrite, guildId), nameOf(overwrite));
  return [overwrite.permission ? "may" : "may not", target];
}
