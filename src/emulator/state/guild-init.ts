import { messageLimits } from "../../wire/limits.ts";
import { validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { nearest } from "../../core/check/nearest.ts";
import {
  type Reader,
  flag,
  listOf,
  oneOf,
  optional,
  orNull,
  textOf,
  parseSnowflake,
} from "../../core/check/readers.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import { ChannelType } from "../../wire/command-option.ts";
import { threadTypes } from "../../wire/guild.ts";
import { type Locale, locales } from "../../wire/locale.ts";
import { permissionBits } from "./permission-book.ts";

/** Options for a guild. @stable */
export interface GuildInit {
  /** The guild's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  readonly name: string;
  /** The preferred locale. Default `en-US`. */
  readonly locale?: Locale | undefined;
  /** The banner's hash. */
  readonly banner?: string | undefined;
  /** The owner's name. The owner has all permissions. Default: an unknown user. */
  readonly owner?: string | undefined;
  /** The permission bits of `@everyone`, as a decimal string. Default: the service's default. */
  readonly permissions?: string | undefined;
  /** The roles other than `@everyone`, lowest first. */
  readonly roles?: readonly RoleInit[] | undefined;
  /** The channels. Default: a text channel named `general`. */
  readonly channels?: readonly ChannelInit[] | undefined;
  /** The members. Default: every player. */
  readonly members?: readonly MemberInit[] | undefined;
}

/** Options for a role. @stable */
export interface RoleInit {
  /** The role's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  /** The name, which need not be unique. */
  readonly name: string;
  /** Additional permission bits, as a decimal string. Default: none. */
  readonly permissions?: string | undefined;
  /** Whether every member may mention the role. Default false. */
  readonly mentionable?: boolean | undefined;
}

/** Options for a guild channel. @stable */
export interface ChannelInit {
  /** The channel's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  /** The name, which need not be unique. */
  readonly name: string;
  /** {@link ChannelType}. Default 0, a text channel. */
  readonly type?: ChannelType | undefined;
  /** Whether the channel is age-restricted. Threads inherit the parent channel's value. Default false. */
  readonly nsfw?: boolean | undefined;
  /** The parent channel's name or id. Required for a thread. */
  readonly parent?: string | undefined;
  readonly members?: readonly string[] | undefined;
  /** For a voice channel: the ids of the applications whose bots are in it. Default: none. */
  readonly connectedBots?: readonly SnowflakeInput[] | undefined;
  /** The messages, oldest first. */
  readonly messages?: readonly MessageInit[] | undefined;
}

/** A player's message. @stable */
export interface MessageInit {
  /** The message's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  readonly author: string;
  /** The text: 1 to 4000 characters. */
  readonly content: string;
}

/** Options for a guild member. @stable */
export interface MemberInit {
  readonly player: string;
  readonly nick?: string | undefined;
  /** The roles' names or ids. Ambiguous names are rejected. */
  readonly roles?: readonly string[] | undefined;
}

/** Changes to a member. @stable */
export interface MemberChange {
  /** The nickname in the guild, or null to remove it. */
  readonly nick?: string | null | undefined;
  /** The names or ids of all of the member's roles. Ambiguous names are rejected. */
  readonly roles?: readonly string[] | undefined;
}

const name = textOf({ most: 100 });
const id = optional(parseSnowflake);

const readMemberFields = fields<MemberInit>({
  player: name,
  nick: optional(name),
  roles: optional(listOf(name, 250)),
});

const readChangeFields = fields<MemberChange>({
  nick: optional(orNull(name)),
  roles: optional(listOf(name, 250)),
});

const readFields = fields<GuildInit>({
  id,
  name,
  locale: optional(oneOf(locales)),
  banner: optional(name),
  owner: optional(name),
  permissions: optional(permissionBits),
  roles: optional(
    listOf(
      fields<RoleInit>({
        id,
        name,
        permissions: optional(permissionBits),
        mentionable: optional(flag),
      }),
      250,
    ),
  ),
  channels: optional(
    listOf(
      fields<ChannelInit>({
        id,
        name,
        type: optional(oneOf(Object.values(ChannelType))),
        nsfw: optional(flag),
        parent: optional(name),
        members: optional(listOf(name)),
        connectedBots: optional(listOf(parseSnowflake)),
        messages: optional(
          listOf(
            fields<MessageInit>({ id, author: name, content: textOf({ most: messageLimits.paidContent }) }),
            2000,
          ),
        ),
      }),
      500,
    ),
  ),
  members: optional(listOf(readMemberFields)),
});

export const readGuildInit: Reader<GuildInit> = (value, label) => {
  const guild = readFields(value, label);
  const { roles = [], channels = [], members = [] } = guild;
  requireDifferent(["@everyone", ...new Set(roles.map((role) => role.name))], `${label}.roles`);
  requireDifferent(idsOf(roles), `${label}.roles`);
  requireDifferent(idsOf(channels), `${label}.channels`);
  requireDifferent(
    members.map(({ player }) => player),
    `${label}.members`,
  );
  for (const [index, channel] of channels.entries())
    requireParent(channel, channels, `${label}.channels[${index}]`);
  for (const [index, member] of members.entries()) requireRoles(member, roles, `${label}.members[${index}]`);
  return guild;
};

export const readMemberInit = (roles: readonly Referable[]): Reader<MemberInit> => {
  return (value, label) => requireRoles(readMemberFields(value, label), roles, label);
};

export const readMemberChange = (roles: readonly Referable[]): Reader<MemberChange> => {
  return (value, label) => requireRoles(readChangeFields(value, label), roles, label);
};

/** Reads a name of up to 100 characters. */
export const readName: Reader<string> = name;

function requireRoles<T extends { readonly roles?: readonly string[] | undefined }>(
  member: T,
  roles: readonly Referable[],
  label: string,
): T {
  for (const role of member.roles ?? []) {
    const { length } = findAllReferred(roles, role);
    if (length === 0) throw unknownRole(`${label}.roles`, role, roles);
    if (length > 1) throw ambiguous(`${label}.roles`, role, roles);
  }
  return member;
}

function requireParent(
  { type, parent, members }: ChannelInit,
  channels: readonly ChannelInit[],
  label: string,
): void {
  if (!threadTypes.includes(type)) {
    const wrong = parent === undefined ? members && "members" : "parent";
    if (wrong)
      throw validationError(
        "not_a_thread",
        `${label} has ${wrong} but is not a thread.`,
        `Use a thread type: ${threadTypes.join(", ")}.`,
      );
    return;
  }
  const parents = channels.filter((channel) => !threadTypes.includes(channel.type));
  const { length } = findAllReferred(parents, parent);
  if (length > 1) throw ambiguous(`${label}.parent`, parent, parents);
  if (length === 0) oneOf(parents.map((channel) => channel.name))(parent, `${label}.parent`);
  requireDifferent(members ?? [], `${label}.members`);
}

function idsOf(items: readonly { readonly id?: SnowflakeInput | undefined }[]): string[] {
  return items.flatMap((item) => (item.id === undefined ? [] : [String(item.id)]));
}

function requireDifferent(names: readonly string[], label: string): void {
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice === undefined) return;
  throw validationError("duplicate", `${label} contains ${JSON.stringify(twice)} twice.`);
}

function unknownRole(label: string, role: string, roles: readonly Referable[]) {
  const like = nearest(
    role,
    roles.map((one) => one.name),
  );
  return validationError(
    "unknown_role",
    `${label} refers to ${JSON.stringify(role)}, which is not a role in the guild.${like === undefined ? "" : ` Did you mean ${JSON.stringify(like)}?`}`,
    "Add it to the guild's `roles`. Every member has @everyone.",
  );
}

interface Referable {
  readonly id?: SnowflakeInput | undefined;
  readonly name: string;
}

/** An id takes precedence over a name. */
export function findAllReferred<T extends Referable>(
  records: readonly T[],
  reference: string | undefined,
): T[] {
  const byId = records.filter((one) => one.id !== undefined && String(one.id) === reference);
  return byId.length > 0 ? byId : records.filter((one) => one.name === reference);
}

export function referTo(record: Referable & { readonly id: string }, records: readonly Referable[]): string {
  const found = findAllReferred(records, record.name);
  return found.length === 1 && found[0]?.id === record.id ? record.name : record.id;
}

function ambiguous(label: string, reference: string | undefined, records: readonly Referable[]) {
  const ids = findAllReferred(records, reference).map((one) => String(one.id ?? "(without an id)"));
  return validationError(
    "ambiguous_match",
    `${label} refers to ${JSON.stringify(reference)}, but that name is not unique.`,
    `Use one of their ids: ${ids.join(", ")}.`,
  );
}
