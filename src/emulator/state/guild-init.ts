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
  andThen,
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
  /** Name that players see, and that members are given it by. */
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
  /** Name that players see. */
  readonly name: string;
  /** {@link ChannelType}. Default 0, a channel for texts. */
  readonly type?: ChannelType | undefined;
  /** Whether it is age-restricted. Default false; a thread follows its channel. */
  readonly nsfw?: boolean | undefined;
  /** For a thread, which has to have it: the name of the channel that it is in. */
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
  /** Names or ids of roles of the guild; the id if several roles have the name. */
  readonly roles?: readonly string[] | undefined;
}

/** The changes of a member; absent fields stay. */
export interface MemberChange {
  /** Their nickname in the guild; null for none. */
  readonly nick?: string | null | undefined;
  /** Names or ids of all their roles; the id if several roles have the name. */
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

/** Reads a guild and checks it as a whole: each role of a member exists in the guild, and no channel's name is used twice. */
export const readGuildInit: Reader<GuildInit> = andThen(readFields, (guild, label) => {
  const roles = guild.roles ?? [];
  if (roles.some((role) => role.name === "@everyone"))
    mustDiffer(["@everyone", "@everyone"], `${label}.roles`);
  mustDiffer(idsOf(guild.roles), `${label}.roles`);
  mustDiffer(namesOf(guild.channels), `${label}.channels`);
  mustDiffer(idsOf(guild.channels), `${label}.channels`);
  mustDiffer(guild.members?.map(({ player }) => player) ?? [], `${label}.members`);
  for (const [index, channel] of (guild.channels ?? []).entries()) {
    readThread(guild.channels ?? [], channel, `${label}.channels[${index}]`);
  }
  for (const [index, member] of (guild.members ?? []).entries())
    mustHaveRoles(member, roles, `${label}.members[${index}]`);
  return guild;
});

/** Reads somebody who comes into a guild with these roles. */
export const readMemberInit = (roles: readonly NamedRole[]): Reader<MemberInit> => {
  return (value, label) => mustHaveRoles(readMemberFields(value, label), roles, label);
};

/** Reads the changes of a member. */
export const readMemberChange = (roles: readonly NamedRole[]): Reader<MemberChange> => {
  return (value, label) => mustHaveRoles(readChangeFields(value, label), roles, label);
};

/** The name of a player. */
export const readName: Reader<string> = name;

/** A role as members name it. */
type NamedRole = Pick<RoleInit, "id" | "name">;

/** The roles of an id or a name. */
export function rolesNamed<Role extends NamedRole>(
  roles: readonly Role[],
  reference: string,
): readonly Role[] {
  return roles.filter(
    ({ id: roleId, name: roleName }) => String(roleId) === reference || roleName === reference,
  );
}

function mustHaveRoles<T extends { readonly roles?: readonly string[] | undefined }>(
  member: T,
  roles: readonly NamedRole[],
  label: string,
): T {
  for (const reference of member.roles ?? []) {
    const found = rolesNamed(roles, reference);
    if (found.length === 0) throw unknownRole(`${label}.roles`, reference, namesOf(roles));
    if (found.length > 1) throw ambiguousRole(`${label}.roles`, reference, found);
  }
  return member;
}

function ambiguousRole(label: string, reference: string, roles: readonly NamedRole[]) {
  const ids = idsOf(roles);
  const hint =
    ids.length === roles.length
      ? `Name it by its id: ${ids.join(" or ")}.`
      : "Give the roles ids, and name it by its id.";
  return validationError(
    "duplicate",
    `${label} names ${JSON.stringify(reference)}, the name of ${roles.length} roles of the guild.`,
    hint,
  );
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
  const places = channels.filter((one) => !threadTypes.includes(one.type)).map((one) => one.name);
  oneOf(places)(parent, `${label}.parent`);
  mustDiffer(members ?? [], `${label}.members`);
}

function namesOf(items: readonly { readonly name: string }[] = []): string[] {
  return items.map((item) => item.name);
}

function idsOf(items: readonly { readonly id?: SnowflakeInput | undefined }[] = []): string[] {
  return items.flatMap((item) => (item.id === undefined ? [] : [String(item.id)]));
}

function mustDiffer(names: readonly string[], label: string): void {
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice === undefined) return;
  throw validationError("duplicate", `${label} has ${JSON.stringify(twice)} twice.`);
}

function unknownRole(label: string, role: string, roles: readonly string[]) {
  const like = nearest(role, roles);
  return validationError(
    "unknown_role",
    `${label} names ${JSON.stringify(role)}, which is not a role of the guild.${like === undefined ? "" : ` Did you mean ${JSON.stringify(like)}?`}`,
    "List it in the guild's `roles`; everybody has @everyone.",
  );
}
