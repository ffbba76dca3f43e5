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

interface Applying {
  readonly channel?: PermissionOverwrite | undefined;
  /** The first existing overwrite, in this order: user, allowed role, denied role, everyone. */
  readonly member?: PermissionOverwrite | undefined;
}

/** For a thread, `channelId` is the parent channel's id. */
interface Whereabouts {
  readonly guildId: string;
  readonly allChannels: string;
  readonly channelId: string;
  readonly userId: string | undefined;
  readonly roles: readonly string[];
}

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

/** The fields that restrict a command's use, and the ids that identify its overwrites. @stable */
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

/** The user and the location, with the same field names as in an interaction. @stable */
export interface CommandUse {
  /** Omitted or `undefined` outside guilds. */
  readonly guild_id?: Snowflake | undefined;
  /** The member, in a guild. `permissions` contains the member's permissions in the channel. */
  readonly member?:
    | (Pick<WireMember, "roles" | "permissions"> & {
        readonly user?: Pick<WireUser, "id">;
      })
    | undefined;
  /** The channel, in a guild. For a thread, set `nsfw` to its parent channel's value. */
  readonly channel?:
    | {
        readonly id: Snowflake;
        /** The channel's type. Default: not a thread. */
        readonly type?: ChannelType;
        readonly parent_id?: Snowflake | null;
        /** Whether the channel is age-restricted. Default false. */
        readonly nsfw?: boolean;
      }
    | undefined;
  /** Default: GUILD in a guild, BOT_DM elsewhere. */
  readonly context?: InteractionContext | undefined;
  /** The overwrites in the guild, as returned by `permissions.list()`. */
  readonly permissions?: readonly GuildCommandPermissions[] | undefined;
}

export interface UseRequest {
  readonly command: RestrictedCommand;
  readonly context: InteractionContext;
  readonly guildId: Snowflake | undefined;
  /** `undefined` outside guilds. */
  readonly location: UseLocation | undefined;
  /** The default permissions: `undefined` if no permissions are required, 0n for administrators only. */
  readonly required: bigint | undefined;
}

export interface UseLocation {
  readonly at: Whereabouts;
  readonly isThread: boolean;
  readonly isAgeRestricted: boolean;
  readonly bits: bigint;
  readonly ofCommand: Applying;
  readonly ofApplication: Applying;
}

const readCommand = object<RestrictedCommand>();
const readFields = object<CommandUse>();
const readMember = object<NonNullable<CommandUse["member"]>>();
const readChannel = object<NonNullable<CommandUse["channel"]>>();

export function readUse(given: unknown, givenUse: unknown): UseRequest {
  const command = readCommand(given, "command");
  const use = readFields(givenUse, "use");
  const guildId = use.guild_id === undefined ? undefined : parseSnowflake(use.guild_id, "use.guild_id");
  return {
    command,
    context: readContext(use.context, guildId),
    guildId,
    location: guildId === undefined ? undefined : readLocation(command, guildId, use),
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

function readLocation(command: RestrictedCommand, guildId: Snowflake, use: CommandUse): UseLocation {
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

/** The rule that decides whether a command can be used. @stable */
export type UseRule =
  /** The command belongs to another guild. */
  | "guild"
  /** `contexts`, or `dm_permission` if `contexts` is absent. */
  | "context"
  /** `nsfw` is set, but the channel is not age-restricted. */
  | "age-restricted"
  | "administrator"
  /** Every use requires USE_APPLICATION_COMMANDS; user commands also require the permission to send messages. */
  | "member-permissions"
  /** An overwrite for the command, returned in `overwrite`. */
  | "command-overwrite"
  /** An overwrite for the application, returned in `overwrite`. Applies to commands that have no overwrites of their own. */
  | "application-overwrite"
  /** `default_member_permissions`, or `default_permission` if the former is absent. */
  | "default-member-permissions"
  /** No restriction applies. */
  | "unrestricted";

/** Whether a player can use a command, and why. @stable */
export interface UseVerdict {
  readonly allowed: boolean;
  readonly rule: UseRule;
  /** The reason as a sentence. */
  readonly reason: string;
  /** The deciding overwrite, if any. */
  readonly overwrite?: PermissionOverwrite;
}
