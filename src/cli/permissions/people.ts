import type { GuildData } from "slashpass/api";
import {
  type GuildCommandPermissions,
  isClientError,
  PermissionType,
  type RoleHolder,
} from "slashpass/commands";
import { nameOfMember } from "./names.ts";
import type { OpenGuild } from "./open-guild.ts";

export interface Person extends RoleHolder {
  readonly name: string;
  readonly memberName?: string;
}

interface Asked {
  readonly permissions: readonly GuildCommandPermissions[];
  readonly user: string | undefined;
  readonly signal: AbortSignal;
}

export async function listPeople(place: OpenGuild, guild: GuildData, asked: Asked): Promise<Person[]> {
  const { user, permissions, signal } = asked;
  if (user !== undefined) return [await readMember(place, user, signal)];
  const roles = guild.roles.map(({ id, name }) =>
    id === guild.id ? { name: "everyone", roles: [] } : { name: `role ${name}`, roles: [id] },
  );
  const named = permissions
    .flatMap((one) => one.permissions)
    .filter(({ type }) => type === PermissionType.User);
  const members: Person[] = [];
  for (const id of new Set(named.map((one) => one.id))) {
    members.push(await readMember(place, id, signal).catch((error: unknown) => withoutName(id, error)));
  }
  return [...roles, ...members];
}

async function readMember({ ofBot }: OpenGuild, id: string, signal: AbortSignal): Promise<Person> {
  const member = await ofBot.member(id, { signal });
  const memberName = nameOfMember(member);
  return { name: `user ${memberName}`, memberName, userId: id, roles: member.roles };
}

/** Overwrites of former members persist. */
function withoutName(id: string, error: unknown): Person {
  if (!isClientError(error) || error.status !== 404) throw error;
  return { name: `user ${id} (not in the guild)`, userId: id, roles: [] };
}
