import type { GuildEndpoints } from "slashpass/api";
import { isClientError, type PermissionOverwrite, PermissionType } from "slashpass/commands";
import type { Call } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { type OpenGuild, describeTarget, isSame, type OverwriteTarget } from "./open-guild.ts";

export type NameOf = (target: OverwriteTarget) => string | undefined;

type GuildAccess = Pick<OpenGuild, "settings" | "ofBot">;
type Reading = Pick<Call, "terminal" | "signal">;

/** If Discord rejects the request, prints a note, and the caller shows ids instead. */
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
    const name = await readMemberName(ofBot, id, signal);
    if (name !== undefined) yield [{ id, type: PermissionType.User }, name];
  }
}

/** Returns `undefined` for former members, whose overwrites persist. */
async function readMemberName(
  ofBot: GuildEndpoints,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return nameOfMember(await ofBot.member(id, { signal }));
  } catch (error) {
    if (isClientError(error) && error.code === "unknown_member") return undefined;
    throw error;
  }
}

export function nameOfMember({ nick, user }: Awaited<ReturnType<GuildEndpoints["member"]>>): string {
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
