import type { Snowflake } from "./snowflake.ts";
import { ChannelType } from "./command-option.ts";
import type { WireUser } from "./user.ts";

/** A guild, as seen by a bot in it (Discord documentation, Guild, "Guild Object"). @stable */
export interface GuildData {
  /** The guild's id, which is also the id of its `@everyone` role. */
  readonly id: Snowflake;
  /** 2 to 100 characters. */
  readonly name: string;
  /** The owner's id. The owner has all permissions. */
  readonly owner_id: Snowflake;
  /** The roles, including `@everyone`. */
  readonly roles: readonly GuildRole[];
}

/** A role (Discord documentation, Permissions, "Role Object"). @stable */
export interface GuildRole {
  /** The role's id. For `@everyone`, the guild's id. */
  readonly id: Snowflake;
  /** Up to 100 characters. */
  readonly name: string;
  /** The role's position. Higher roles have larger numbers. */
  readonly position: number;
  /** Permission bits, as a decimal string. */
  readonly permissions: string;
}

/** A guild channel (Discord documentation, Channel, "Channel Object"). @stable */
export interface GuildChannel {
  readonly id: Snowflake;
  /** A {@link ChannelType}, or a value that Discord added later. */
  readonly type: ChannelType;
  /** 1 to 100 characters, or null in direct messages. */
  readonly name?: string | null;
  /** The channel's category, or a thread's parent channel. */
  readonly parent_id?: Snowflake | null;
  readonly nsfw?: boolean;
  readonly permission_overwrites?: readonly ChannelOverwrite[];
}

/** A channel's permission overwrite for a role or member (Discord documentation, "Overwrite Object"). @stable */
export interface ChannelOverwrite {
  readonly id: Snowflake;
  /** 0 for a role, 1 for a member. */
  readonly type: 0 | 1;
  /** The allowed permission bits, as a decimal string. */
  readonly allow: string;
  /** The denied permission bits, as a decimal string. */
  readonly deny: string;
}

/** A guild member in gateway events (Discord documentation, Guild resource, "Guild Member Object"). @stable */
export interface GuildMemberData {
  readonly guild_id: Snowflake;
  readonly user: WireUser;
  /** The nickname in this guild, or null. */
  readonly nick?: string | null;
  /** The hash of the member's avatar in this guild. */
  readonly avatar?: string | null;
  /** The hash of the member's banner in this guild. */
  readonly banner?: string | null;
  /** The role ids, without `@everyone`. */
  readonly roles: readonly Snowflake[];
  /** An ISO 8601 date, or null for guests. */
  readonly joined_at: string | null;
  /** When the member started boosting (ISO 8601). */
  readonly premium_since?: string | null;
  readonly deaf?: boolean | null;
  readonly mute?: boolean | null;
  /** The flag bits ("Guild Member Flags"). */
  readonly flags?: number | null;
  readonly pending?: boolean | null;
  /** When the member's timeout ends (ISO 8601). */
  readonly communication_disabled_until?: string | null;
}

/** A former member. @stable */
export type RemovedGuildMember = Pick<GuildMemberData, "guild_id" | "user">;

/** A thread member (Discord documentation, Channel, "Thread Member Object"). @stable */
export interface ThreadMember {
  /** The thread's id. The user's id is in `user_id`. */
  readonly id: Snowflake;
  readonly user_id: Snowflake;
  /** When the user last joined the thread (ISO 8601). */
  readonly join_timestamp: string;
  /** The user's notification settings, as bits. */
  readonly flags: number;
  /** The user's guild member object, if requested. */
  readonly member?: Omit<GuildMemberData, "guild_id">;
}

export const threadTypes: readonly (ChannelType | undefined)[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];
