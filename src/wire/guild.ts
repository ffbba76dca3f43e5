import type { Snowflake } from "./snowflake.ts";
import { ChannelType } from "./command-option.ts";
import type { WireUser } from "./user.ts";

/** A guild, as read by its bot (Discord documentation, Guild, "Guild Object"). */
export interface GuildData {
  /** The id of the guild, and of its role `@everyone`. */
  readonly id: Snowflake;
  /** 2 to 100 characters. */
  readonly name: string;
  /** The owner, who has all permissions. */
  readonly owner_id: Snowflake;
  /** The roles, including `@everyone`. */
  readonly roles: readonly GuildRole[];
}

/** A role (Discord documentation, Permissions, "Role Object"). */
export interface GuildRole {
  /** The role's id; for `@everyone` the guild's. */
  readonly id: Snowflake;
  /** Up to 100 characters. */
  readonly name: string;
  /** The position. Higher roles have larger numbers. */
  readonly position: number;
  /** Permission bits, as a decimal string. */
  readonly permissions: string;
}

/** A channel of a guild (Discord documentation, Channel, "Channel Object"). */
export interface GuildChannel {
  /** The channel's id. */
  readonly id: Snowflake;
  /** {@link ChannelType}, or a newer type. */
  readonly type: ChannelType;
  /** 1 to 100 characters; null in direct messages. */
  readonly name?: string | null;
  /** The category; for a thread, its parent channel. */
  readonly parent_id?: Snowflake | null;
  /** Whether the channel is age-restricted. */
  readonly nsfw?: boolean;
  /** The permission overwrites of roles and members. */
  readonly permission_overwrites?: readonly ChannelOverwrite[];
}

/** A channel's permission overwrite for a role or member (the same, "Overwrite Object"). */
export interface ChannelOverwrite {
  /** The id of the role or user. */
  readonly id: Snowflake;
  /** 0 for a role, 1 for a member. */
  readonly type: 0 | 1;
  /** Permission bits, as a decimal string. */
  readonly allow: string;
  /** Permission bits, as a decimal string. */
  readonly deny: string;
}

/** A guild member in gateway events (Discord documentation, Guild resource, "Guild Member Object"). */
export interface GuildMemberData {
  /** The guild of the event. */
  readonly guild_id: Snowflake;
  /** The member's account. */
  readonly user: WireUser;
  /** The nickname in this guild, or null. */
  readonly nick?: string | null;
  /** The hash of the avatar in this guild. */
  readonly avatar?: string | null;
  /** The hash of the banner in this guild. */
  readonly banner?: string | null;
  /** The ids of the roles, without `@everyone`. */
  readonly roles: readonly Snowflake[];
  /** ISO 8601; null for guests. */
  readonly joined_at: string | null;
  /** When the member started boosting, ISO 8601. */
  readonly premium_since?: string | null;
  /** Whether a moderator deafened the member. */
  readonly deaf?: boolean | null;
  /** Whether a moderator muted the member. */
  readonly mute?: boolean | null;
  /** Bits ("Guild Member Flags"). */
  readonly flags?: number | null;
  /** Whether membership screening is pending. */
  readonly pending?: boolean | null;
  /** When the member's timeout ends, ISO 8601. */
  readonly communication_disabled_until?: string | null;
}

/** A member who left or was removed. */
export type RemovedGuildMember = Pick<GuildMemberData, "guild_id" | "user">;

/** A member of a thread (Discord documentation, Channel, "Thread Member Object"). */
export interface ThreadMember {
  /** The thread's id; the user's is `user_id`. */
  readonly id: Snowflake;
  /** The user in the thread. */
  readonly user_id: Snowflake;
  /** When the user last joined, ISO 8601. */
  readonly join_timestamp: string;
  /** The user's notification settings, as bits. */
  readonly flags: number;
  /** The guild member of the user, if requested. */
  readonly member?: Omit<GuildMemberData, "guild_id">;
}

export const threadTypes: readonly (ChannelType | undefined)[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];
