import { messageLimits } from "../../wire/limits.ts";
import { validationError } from "../../core/errors.ts";
import { fields, nearest } from "../../core/check/fields.ts";
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

/** The settings of a guild. Absent fields are made at random. */
export interface GuildInit {
  /** Id of the guild. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** Name that players see. */
  readonly name: string;
  /** Its language. Default `en-US`. */
  readonly locale?: Locale | undefined;
  /** Hash of the banner. Default none. */
  readonly banner?: string | undefined;
  /** Name of the player whose guild it is, who may do everything. Default: of nobody that is seen. */
  readonly owner?: string | undefined;
  /** The permissions of everybody: permission bits as a decimal string. Default: the usual ones. */
  readonly permissions?: string | undefined;
  /** Its roles beside `@everyone`, the lowest first. Default none. */
  readonly roles?: readonly RoleInit[] | undefined;
  /** Its channels. Default: one for texts that is called `general`. */
  readonly channels?: readonly ChannelInit[] | undefined;
  /** Its members. Default: every player. */
  readonly members?: readonly MemberInit[] | undefined;
}

/** A role of a guild. */
export interface RoleInit {
  /** Id of the role. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** Name that players see. Several roles may have the same name. */
  readonly name: string;
  /** Permission bits as a decimal string. Default none beside everybody's. */
  readonly permissions?: string | undefined;
  /** Whether everybody may mention it. Default false. */
  readonly mentionable?: boolean | undefined;
}

/** A channel of a guild. */
export interface ChannelInit {
  /** Id of the channel. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** Name that players see. Several channels may have the same name. */
  readonly name: string;
  /** {@link ChannelType}. Default 0, a channel for texts. */
  readonly type?: ChannelType | undefined;
  /** Whether it is age-restricted. Default false; a thread follows its channel. */
  readonly nsfw?: boolean | undefined;
  /** Required for a thread: the name or id of its parent channel. */
  readonly parent?: string | undefined;
  /** For a thread: names of the players who follow it. Default nobody. */
  readonly members?: readonly string[] | undefined;
  /** For a voice channel: ids of the applications whose bots are connected to it. Default none. */
  readonly connectedBots?: readonly SnowflakeInput[] | undefined;
  /** Its messages, the oldest first. */
  readonly messages?: readonly MessageInit[] | undefined;
}

/** A message of a player. */
export interface MessageInit {
  /** Id of the message. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** Name of the player. */
  readonly author: string;
  /** The text: 1 to 4000 characters. */
  readonly content: string;
}

/** A member of a guild. */
export interface MemberInit {
  /** Name of the player. */
  readonly player: string;
  /** Their nickname in the guild. */
  readonly nick?: string | undefined;
  /** Names or ids of roles of the guild. A name that several roles share is rejected. */
  readonly roles?: readonly string[] | undefined;
}

/** The changes of a member; absent fields stay. */
export interface MemberChange {
  /** Their nickname in the guild; null for none. */
  readonly nick?: string | null | undefined;
  /** Names or ids of all their roles. A name that several roles share is rejected. */
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

/** Reads a guild and checks that ids are unique, and that each member's roles and each thread's parent name one record. */
export const readGuildInit: Reader<GuildInit> = (value, label) => {
  const guild = readFields(value, label);
  const { roles = [] } = guild;
  mustDiffer(["@everyone", ...new Set(roles.map((role) => role.name))], `${label}.roles`);
  mustDiffer(idsOf(guild.roles), `${label}.roles`);
  mustDiffer(idsOf(guild.channels), `${label}.channels`);
  mustDiffer(guild.members?.map(({ player }) => player) ?? [], `${label}.members`);
  for (const [index, channel] of (guild.channels ?? []).entries()) {
    readThread(guild.channels ?? [], channel, `${label}.channels[${index}]`);
  }
  for (const [index, member] of (guild.members ?? []).entries())
    mustHaveRoles(member, roles, `${label}.members[${index}]`);
  return guild;
};

/** Reads somebody who comes into a guild with these roles. */
export const readMemberInit = (roles: readonly Referable[]): Reader<MemberInit> => {
  return (value, label) => mustHaveRoles(readMemberFields(value, label), roles, label);
};

/** Reads the changes of a member. */
export const readMemberChange = (roles: readonly Referable[]): Reader<MemberChange> => {
  return (value, label) => mustHaveRoles(readChangeFields(value, label), roles, label);
};

/** The name of a player. */
export const readName: Reader<string> = name;

function mustHaveRoles<T extends { readonly roles?: readonly string[] | undefined }>(
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

/** Only a thread has a parent channel, which is not a thread itself, and followers. */
function readThread(
  channels: readonly ChannelInit[],
  { type, parent, members }: ChannelInit,
  label: string,
): void {
  if (!threadTypes.includes(type)) {
    const wrong = parent === undefined ? members && "members" : "parent";
    if (wrong)
      throw validationError(
        "not_a_thread",
        `${label} has ${wrong}, but is not a thread.`,
        `Give it a thread's type: ${threadTypes.join(", ")}.`,
      );
    return;
  }
  const places = channels.filter((one) => !threadTypes.includes(one.type));
  const { length } = findAllReferred(places, parent);
  if (length > 1) throw ambiguous(`${label}.parent`, parent, places);
  if (length === 0) oneOf(places.map((one) => one.name))(parent, `${label}.parent`);
  mustDiffer(members ?? [], `${label}.members`);
}

function idsOf(items: readonly { readonly id?: SnowflakeInput | undefined }[] = []): string[] {
  return items.flatMap((item) => (item.id === undefined ? [] : [String(item.id)]));
}

function mustDiffer(names: readonly string[], label: string): void {
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice === undefined) return;
  throw validationError("duplicate", `${label} has ${JSON.stringify(twice)} twice.`);
}

function unknownRole(label: string, role: string, roles: readonly Referable[]) {
  const like = nearest(
    role,
    roles.map((one) => one.name),
  );
  return validationError(
    "unknown_role",
    `${label} names ${JSON.stringify(role)}, which is not a role of the guild.${like === undefined ? "" : ` Did you mean ${JSON.stringify(like)}?`}`,
    "List it in the guild's `roles`; everybody has @everyone.",
  );
}

/** A role or channel that is named by its name or id. */
interface Referable {
  readonly id?: SnowflakeInput | undefined;
  readonly name: string;
}

/** The records with this id, or else all with this name. */
export function findAllReferred<T extends Referable>(
  records: readonly T[],
  reference: string | undefined,
): T[] {
  const byId = records.filter((one) => one.id !== undefined && String(one.id) === reference);
  return byId.length > 0 ? byId : records.filter((one) => one.name === reference);
}

/** A reference that leads to its record alone: the name, or the id if the name is shared or looks like another record's id. */
export function referTo(record: Referable & { readonly id: string }, records: readonly Referable[]): string {
  const found = findAllReferred(records, record.name);
  return found.length === 1 && found[0]?.id === record.id ? record.name : record.id;
}

function ambiguous(label: string, reference: string | undefined, records: readonly Referable[]) {
  const ids = findAllReferred(records, reference).map((one) => String(one.id ?? "(without an id)"));
  return validationError(
    "ambiguous_match",
    `${label} names ${JSON.stringify(reference)}, and several have that name.`,
    `Use one of their ids: ${ids.join(", ")}.`,
  );
}
