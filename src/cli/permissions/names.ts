import type { GuildEndpoints } from "slashpass/api";
import { isClientError, type PermissionOverwrite, PermissionType } from "slashpass/commands";
import type { Call } from "../frame/run-command.ts";
import { shown } from "../frame/shown.ts";
import { type OpenGuild, describeWhom, isSame, type Whom } from "./open-guild.ts";

/** The name of a user, role or channel, if it is known. */
export type NameOf = (whom: Whom) => string | undefined;

type Place = Pick<OpenGuild, "settings" | "ofBot">;
type Reading = Pick<Call, "terminal" | "signal">;

/**
 * The names of those whom overwrites are about, as the bot sees them. Where the service refuses them, a note says so: whoever
 * calls shows ids.
 */
export async function readNames(
  place: Place,
  overwrites: readonly Whom[],
  { terminal, signal }: Reading,
): Promise<NameOf> {
  const { guildId } = place.settings;
  // "everyone" and "all-channels" are words already.
  const asked = overwrites.filter((whom) => describeWhom(whom, guildId).includes(":"));
  const names = new Map<string, string>();
  try {
    for await (const [whom, name] of namesAmong(place.ofBot, asked, signal)) {
      if (asked.some((one) => isSame(one, whom))) names.set(describeWhom(whom, guildId), name);
    }
  } catch (error) {
    if (signal.aborted || !isClientError(error)) throw error;
    terminal.note(`Some names could not be read, so ids are shown instead: ${error.message}`);
  }
  return (whom) => names.get(describeWhom(whom, guildId));
}

async function* namesAmong(
  ofBot: GuildEndpoints,
  asked: readonly Whom[],
  signal: AbortSignal,
): AsyncGenerator<readonly [Whom, string]> {
  const ofType = (type: PermissionType) => asked.filter((whom) => whom.type === type);
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

/** Overwrites stay when somebody leaves: such a member has no name here. */
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

/** What the guild calls a member. */
export function nameOfMember({ nick, user }: Awaited<ReturnType<GuildEndpoints["member"]>>): string {
  return nick ?? user.username;
}

/** The id, and the name beside it where it is known. */
export function withName(text: string, name: string | undefined): string {
  return name === undefined ? text : `${text} (${shown(name)})`;
}

/** Overwrites for programs, with names where these are known. */
export function overwriteAsData(
  overwrite: PermissionOverwrite,
  nameOf: NameOf,
): PermissionOverwrite & { readonly name?: string } {
  const name = nameOf(overwrite);
  return { ...overwrite, ...(name !== undefined && { name }) };
}
