import { wrongArgument, isObject, object, parseSnowflake } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import {
  type Command,
  InteractionContext,
  type PermissionOverwrite,
  PermissionType,
  type GuildCommandPermissions,
} from "../../wire/command.ts";
import type { ChannelType } from "../../wire/command-option.ts";
import type { WireMember } from "../../wire/interaction.ts";
import type { WireUser } from "../../wire/user.ts";
import { allChannelsOf, readPermissions } from "./permission-bits.ts";
import { threadTypes } from "../../wire/guild.ts";

/** Which of some overwrites are about a member in a channel. */
interface Applying {
  /** That of the channel, or of all channels. */
  readonly channel?: PermissionOverwrite | undefined;
  /** That of the user, of a role that is allowed, of a role that is not, or of everyone. */
  readonly member?: PermissionOverwrite | undefined;
}

/** The user and the place; `channelId` of a thread is the id of its channel. */
interface Whereabouts {
  readonly guildId: string;
  /** The id that means all channels. */
  readonly allChannels: string;
  readonly channelId: string;
  readonly userId: string | undefined;
  readonly roles: readonly string[];
}

/**
 * Looks through overwrites once.
 *
 * @throws ClientError `invalid_argument` for an overwrite that is no object.
 */
export function findApplying(
  overwrites: readonly unknown[],
  { guildId, allChannels, channelId, userId, roles }: Whereabouts,
): Applying {
  let channel, allOfThem, user, allowedRole, otherRole, everyone;
  for (const overwrite of overwrites) {
    requireOverwrite(overwrite);
    const { type, id } = overwrite;
    if (type === PermissionType.Channel) {
      if (id === channelId) channel = overwrite;
      else if (id === allChannels) allOfThem = overwrite;
    } else if (type === PermissionType.User) {
      if (id === userId) user = overwrite;
    } else if (id === guildId) everyone = overwrite;
    else if (roles.includes(id)) {
      if (overwrite.permission) allowedRole = overwrite;
      else otherRole = overwrite;
    }
  }
  return { channel: channel ?? allOfThem, member: user ?? allowedRole ?? otherRole ?? everyone };
}

function requireOverwrite(value: unknown): asserts value is PermissionOverwrite {
  if (isObject(value)) return;
  throw wrongArgument("use.permissions[].permissions", value, "a list of { id, type, permission }");
}

/** The place in which the command may be used: the command's own setting goes before the application's. */
export function decideChannel(place: Place): UseVerdict | undefined {
  const { ofCommand, ofApplication } = place;
  if (ofCommand.channel) {
    return ofCommand.channel.permission ? undefined : verdict("command-overwrite", ofCommand.channel, place);
  }
  if (!ofApplication.channel || ofApplication.channel.permission) return undefined;
  return verdict("application-overwrite", ofApplication.channel, place);
}

/** If the command's own overwrites name the member, only they decide. */
export function decideByCommand(place: Place): UseVerdict | undefined {
  const overwrite = place.ofCommand.member;
  return overwrite && verdict("command-overwrite", overwrite, place);
}

/** Whom the application's overwrites disallow. Whom they allow needs the default permissions besides. */
export function denyByApplication(place: Place): UseVerdict | undefined {
  return place.ofApplication.member?.permission === false ? decideByApplication(place) : undefined;
}

export function decideByApplication(place: Place): UseVerdict | undefined {
  const overwrite = place.ofApplication.member;
  return overwrite && verdict("application-overwrite", overwrite, place);
}

function verdict(rule: UseRule, overwrite: PermissionOverwrite, place: Place): UseVerdict {
  const whose = rule === "command-overwrite" ? "command" : "application";
  const what = overwrite.permission ? "allows" : "disallows";
  return {
    allowed: overwrite.permission,
    rule,
    reason: `An overwrite of the ${whose} ${what} it for ${target(overwrite, place)}.`,
    overwrite,
  };
}

function target({ type, id }: PermissionOverwrite, { at }: Place): string {
  if (type === PermissionType.User) return `the user ${id}`;
  if (type === PermissionType.Role) return id === at.guildId ? "everyone" : `the role ${id}`;
  return id === at.channelId ? `the channel ${id}` : "all channels";
}

/** The fields of a command that restrict its use. Its ids tell which overwrites are its own, and its application's. */
export type RestrictedCommand = Partial<
  Pick<
    Command,
    | "id"
    | "application_id"
    | "guild_id"
    | "type"
    | "nsfw"
    | "contexts"
    | "dm_permission"
    | "default_permission"
    | "default_member_permissions"
  >
>;

/** The user and the place: the same fields that an interaction has. */
export interface CommandUse {
  /** Left out, or undefined, outside of guilds. */
  readonly guild_id?: Snowflake | undefined;
  /** In a guild; `permissions` are those in the channel. */
  readonly member?:
    | (Pick<WireMember, "roles" | "permissions"> & {
        /** The member's account; its id is looked for in the overwrites. */
        readonly user?: Pick<WireUser, "id">;
      })
    | undefined;
  /** In a guild; `nsfw` of a thread is that of its channel. */
  readonly channel?:
    | {
        /** Id of the channel or thread. */
        readonly id: Snowflake;
        /** {@link ChannelType}. Default: a channel that is no thread. */
        readonly type?: ChannelType;
        /** Of a thread: the channel that it is in, whose overwrites count. */
        readonly parent_id?: Snowflake | null;
        /** Whether it is age-restricted. Default false. */
        readonly nsfw?: boolean;
      }
    | undefined;
  /** By default GUILD in a guild, and BOT_DM elsewhere. */
  readonly context?: InteractionContext | undefined;
  /** The overwrites in the guild, as `permissions.list()` gives them. */
  readonly permissions?: readonly GuildCommandPermissions[] | undefined;
}

/** The question, parsed. */
export interface Asked {
  readonly command: RestrictedCommand;
  readonly context: InteractionContext;
  readonly guildId: Snowflake | undefined;
  /** Undefined outside of guilds. */
  readonly place: Place | undefined;
  /** The permissions that a member needs by default; undefined for none, 0n when only administrators have it. */
  readonly required: bigint | undefined;
}

/** A member in a channel of a guild. */
export interface Place {
  readonly at: Whereabouts;
  readonly isThread: boolean;
  readonly isAgeRestricted: boolean;
  /** The member's permissions. */
  readonly bits: bigint;
  readonly ofCommand: Applying;
  readonly ofApplication: Applying;
}

const readCommand = object<RestrictedCommand>();
const readFields = object<CommandUse>();
const readMember = object<NonNullable<CommandUse["member"]>>();
const readChannel = object<NonNullable<CommandUse["channel"]>>();

/** Reads what decides; what else an interaction has is left alone. */
export function readUse(given: unknown, givenUse: unknown): Asked {
  const command = readCommand(given, "command");
  const use = readFields(givenUse, "use");
  const guildId = use.guild_id === undefined ? undefined : parseSnowflake(use.guild_id, "use.guild_id");
  return {
    command,
    context: readContext(use.context, guildId),
    guildId,
    place: guildId === undefined ? undefined : readPlace(command, guildId, use),
    required: readRequired(command),
  };
}

function readContext(context: unknown, guildId: Snowflake | undefined): InteractionContext {
  if (context === undefined) {
    return guildId === undefined ? InteractionContext.BotDm : InteractionContext.Guild;
  }
  if (context === 0 || context === 1 || context === 2) return context;
  throw wrongArgument("use.context", context, "0 (GUILD), 1 (BOT_DM) or 2 (PRIVATE_CHANNEL)");
}

function readRequired({ default_member_permissions, default_permission }: RestrictedCommand) {
  if (default_member_permissions !== undefined && default_member_permissions !== null) {
    return readPermissions(default_member_permissions, "command.default_member_permissions");
  }
  return default_permission === false ? 0n : undefined;
}

function readPlace(command: RestrictedCommand, guildId: Snowflake, use: CommandUse): Place {
  const member = readMember(use.member, "use.member");
  const channel = readChannel(use.channel, "use.channel");
  const isThread = threadTypes.includes(channel.type);
  const { permissions = [] } = use;
  requireList(permissions, "use.permissions");
  requireList(member.roles, "use.member.roles");
  const at: Whereabouts = {
    guildId,
    allChannels: allChannelsOf(guildId),
    channelId: isThread
      ? parseSnowflake(channel.parent_id, "use.channel.parent_id")
      : parseSnowflake(channel.id, "use.channel.id"),
    userId: member.user?.id,
    roles: member.roles,
  };
  return {
    at,
    isThread,
    isAgeRestricted: channel.nsfw === true,
    bits: readPermissions(member.permissions, "use.member.permissions"),
    ofCommand: findApplying(overwritesOf(permissions, command.id), at),
    ofApplication: findApplying(overwritesOf(permissions, command.application_id), at),
  };
}

function overwritesOf(
  all: readonly GuildCommandPermissions[],
  id: Snowflake | undefined,
): readonly unknown[] {
  const own = id === undefined ? undefined : all.find((one) => one?.id === id);
  if (!own) return [];
  requireList(own.permissions, "use.permissions[].permissions");
  return own.permissions;
}

function requireList(value: unknown, name: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw wrongArgument(name, value, "a list");
}

/** The rule that decides whether a command can be used. */
export type UseRule =
  /** The command belongs to another guild. */
  | "guild"
  /** `contexts`, or `dm_permission` in its place. */
  | "context"
  /** `nsfw`, in a channel without an age restriction. */
  | "age-restricted"
  | "administrator"
  /** USE_APPLICATION_COMMANDS; for user commands also the permission to send text messages in the channel. */
  | "member-permissions"
  /** An overwrite of the command: `overwrite` says which. */
  | "command-overwrite"
  /** An overwrite of the application, for all commands without one of their own: `overwrite` says which. */
  | "application-overwrite"
  /** `default_member_permissions`, or `default_permission` in its place. */
  | "default-member-permissions"
  /** Nothing restricts it. */
  | "unrestricted";

/** Whether a player can use a command, and why. */
export interface UseVerdict {
  /** Whether the player can use the command. */
  readonly allowed: boolean;
  /** Which rule decided. */
  readonly rule: UseRule;
  /** The same as a sentence. */
  readonly reason: string;
  /** The overwrite that decided, where one did. */
  readonly overwrite?: PermissionOverwrite;
}
