import {
  type PermissionOverwrite,
  PermissionType,
  type Command,
  type GuildCommandPermissions,
} from "../../wire/command.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { allCommands, type GuildFacts, resolveRules, userOf } from "./resolve.ts";
import type { CheckedRules } from "./rules.ts";
import type { NamedOverwrite, PermissionsPlan, PlannedPermissions, UseChange } from "./types.ts";
import type { GuildChannel } from "../../wire/guild.ts";
import { canUse } from "../use/can-use.ts";
import { computePermissions, type RoleHolder } from "../use/member-permissions.ts";

export function planGuild(
  rules: readonly CheckedRules[],
  facts: GuildFacts,
  digest: string,
): PermissionsPlan {
  const { guild, permissions } = facts;
  const desired = resolveRules(rules, facts);
  const live = new Map(permissions.map((one) => [one.id, one.permissions]));
  const nameOf = namesIn(facts);
  const all = desired.map(({ id, name, overwrites }): PlannedPermissions => {
    const before = (live.get(id) ?? []).map((one) => ({ ...one, ...nameOf(one) }));
    return { id, name, before, after: overwrites };
  });
  const edits = all.filter(({ before, after }) => !isSameSet(before, after));
  return {
    guildId: guild.id,
    guildName: guild.name,
    edits,
    uses: useChanges(edits, facts),
    unchanged: all.filter((one) => !edits.includes(one)).map(({ name }) => name),
    kept: permissions
      .filter((one) => one.permissions.length > 0 && !desired.some(({ id }) => id === one.id))
      .map(({ id }) => nameOfSubject(id, facts)),
    digest,
  };
}

/** Ignores the order, because the service may reorder overwrites. */
export function isSameSet(
  one: readonly PermissionOverwrite[],
  other: readonly PermissionOverwrite[],
): boolean {
  const keys = new Set(one.map(keyOf));
  return one.length === other.length && other.every((overwrite) => keys.has(keyOf(overwrite)));
}

function keyOf({ id, type, permission }: PermissionOverwrite): string {
  return `${type} ${id} ${permission}`;
}

function nameOfSubject(id: Snowflake, { applicationId, commands }: GuildFacts): string {
  return id === applicationId ? allCommands : (commands.find((one) => one.id === id)?.name ?? id);
}

type NameField = Pick<NamedOverwrite, "name">;

function namesIn({ guild, channels, members }: GuildFacts): (overwrite: PermissionOverwrite) => NameField {
  const names = {
    [PermissionType.Role]: guild.roles.filter(({ id }) => id !== guild.id),
    [PermissionType.User]: members.map(userOf),
    [PermissionType.Channel]: channels,
  } as const;
  return ({ id, type }) => {
    const name = names[type].find((one) => one.id === id)?.name ?? undefined;
    return name === undefined ? {} : { name };
  };
}

interface Person extends RoleHolder {
  readonly who: UseChange["who"];
  readonly bits: string;
}

interface Both<T> {
  readonly before: T;
  readonly after: T;
}

type AllOverwrites = Both<readonly GuildCommandPermissions[]>;

function useChanges(edits: readonly PlannedPermissions[], facts: GuildFacts): UseChange[] {
  if (edits.length === 0) return [];
  const { applicationId, commands, permissions } = facts;
  const all = { before: permissions, after: afterwards(edits, facts) };
  const people = peopleOf(facts, all);
  const ofApplication = edits.find(({ id }) => id === applicationId);
  return commands.flatMap((command) => {
    const own = edits.find(({ id }) => id === command.id);
    const changed = [own, ofApplication].filter((edit) => edit !== undefined);
    if (changed.length === 0) return [];
    const channels = channelsOf(changed, facts);
    const counts = ({ id }: GuildCommandPermissions) => id === command.id || id === applicationId;
    const counting = { before: all.before.filter(counts), after: all.after.filter(counts) };
    return people.flatMap((person) => changesOf(command, person, channels, counting, facts));
  });
}

function peopleOf({ guild, members }: GuildFacts, { before, after }: AllOverwrites): Person[] {
  const overwrites = [...before, ...after].flatMap((one) => one.permissions);
  const named = new Set(overwrites.filter(({ type }) => type === PermissionType.User).map(({ id }) => id));
  const roles = guild.roles.map(({ id, name }) => ({
    who: { id, type: PermissionType.Role, name },
    roles: id === guild.id ? [] : [id],
  }));
  const users = members
    .filter(({ user }) => named.has(user.id))
    .map((member) => ({
      who: { ...userOf(member), type: PermissionType.User },
      userId: member.user.id,
      roles: member.roles,
    }));
  const bitsOf = (person: RoleHolder) => computePermissions(guild, person).toString();
  return [...roles, ...users].map((person) => ({ ...person, bits: bitsOf(person) }));
}

function afterwards(edits: readonly PlannedPermissions[], facts: GuildFacts): GuildCommandPermissions[] {
  const { applicationId, guild, permissions } = facts;
  const edited = edits.map(({ id, after }) => ({
    id,
    application_id: applicationId,
    guild_id: guild.id,
    permissions: after,
  }));
  return [...permissions.filter(({ id }) => !edits.some((edit) => edit.id === id)), ...edited];
}

function channelsOf(edits: readonly PlannedPermissions[], { channels }: GuildFacts): GuildChannel[] {
  const ids = new Set<Snowflake>(
    edits
      .flatMap(({ before, after }) => [...before, ...after])
      .filter(({ type }) => type === PermissionType.Channel)
      .map(({ id }) => id),
  );
  return channels.filter(({ id }) => ids.has(id));
}

/** Lists channel changes only if they differ from the guild-wide change. */
function changesOf(
  command: Command,
  person: Person,
  channels: readonly GuildChannel[],
  all: AllOverwrites,
  facts: GuildFacts,
): UseChange[] {
  const { id, name } = command;
  const base = { command: { id, name }, who: person.who };
  const inGuild = changeIn(command, person, undefined, all, facts);
  const inChannels = channels.flatMap((channel): UseChange[] => {
    const gains = changeIn(command, person, channel, all, facts);
    if (gains === undefined || gains === inGuild) return [];
    return [{ ...base, channel: { id: channel.id, name: channel.name ?? channel.id }, gains }];
  });
  return inGuild === undefined ? inChannels : [{ ...base, gains: inGuild }, ...inChannels];
}

function changeIn(
  command: Command,
  person: Person,
  channel: GuildChannel | undefined,
  { before, after }: AllOverwrites,
  { guild }: GuildFacts,
): boolean | undefined {
  const { userId, roles } = person;
  const permissions = channel ? computePermissions(guild, person, channel).toString() : person.bits;
  const member = { roles, permissions, ...(userId !== undefined && { user: { id: userId } }) };
  // If no channel is given, the overwrite for all channels applies, and age restrictions are ignored.
  const useChannel = channel
    ? { id: channel.id, type: channel.type, nsfw: channel.nsfw === true }
    : { id: guild.id, nsfw: true };
  const can = (overwrites: readonly GuildCommandPermissions[]) =>
    canUse(command, { guild_id: guild.id, member, channel: useChannel, permissions: overwrites }).allowed;
  const could = can(before);
  return could === can(after) ? undefined : !could;
}
