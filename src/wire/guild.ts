import type { Snowflake } from "./snowflake.ts";
import { ChannelType } from "./command-option.ts";
import type { WireUser } from "./user.ts";

/** A guild as a bot of it sees it (Discord documentation, Guild, "Guild Object"). */
export interface GuildData {
  /** Id of the guild, and of its role `@everyone`. */
  readonly id: Snowflake;
  /** 2 to 100 characters. */
  readonly name: string;
  /** The user who may do everything. */
  readonly owner_id: Snowflake;
  /** `@everyone`, whose id is that of the guild, among them. */
  readonly roles: readonly GuildRole[];
}

/** A role (Discord documentation, Permissions, "Role Object"). */
export interface GuildRole {
  /** Id of the role; that of `@everyone` is the guild's. */
  readonly id: Snowflake;
  /** Up to 100 characters. */
  readonly name: string;
  /** Height in the list: a role stands above those with smaller numbers. */
  readonly position: number;
  /** Permission bits, as a decimal string. */
  readonly permissions: string;
}

/** A channel of a guild (Discord documentation, Channel, "Channel Object"). */
export interface GuildChannel {
  /** For the calls that take a channel's id. */
  readonly id: Snowflake;
  /** {@link ChannelType}, or a type newer than this package. */
  readonly type: ChannelType;
  /** 1 to 100 characters; null in direct messages. */
  readonly name?: string | null;
  /** The category; for a thread the channel that it is in. */
  readonly parent_id?: Snowflake | null;
  /** Age-restricted. */
  readonly nsfw?: boolean;
  /** Differences from the guild's permissions, for roles and members. */
  readonly permission_overwrites?: readonly ChannelOverwrite[];
}

/** The exceptions of a channel for a role or a member (the same, "Overwrite Object"). */
export interface ChannelOverwrite {
  /** Id of the role or of the member's user. */
  readonly id: Snowflake;
  /** 0: role, 1: member. */
  readonly type: 0 | 1;
  /** Permission bits, as a decimal string. */
  readonly allow: string;
  /** Permission bits, as a decimal string. */
  readonly deny: string;
}

/** A member, as gateway events describe one (Discord documentation, Guild resource, "Guild Member Object"). */
export interface GuildMemberData {
  /** The guild that the event is about. */
  readonly guild_id: Snowflake;
  /** The member's account. */
  readonly user: WireUser;
  /** Name in this guild; null where none is set. */
  readonly nick?: string | null;
  /** Hash of the picture in this guild. */
  readonly avatar?: string | null;
  /** Hash of the banner in this guild. */
  readonly banner?: string | null;
  /** Ids of roles, without `@everyone`. */
  readonly roles: readonly Snowflake[];
  /** ISO 8601; null for guests. */
  readonly joined_at: string | null;
  /** Since when the member boosts the guild, ISO 8601. */
  readonly premium_since?: string | null;
  /** Whether they hear nothing in voice channels of the guild, by a moderator's word. */
  readonly deaf?: boolean | null;
  /** Whether they cannot speak in voice channels of the guild, by a moderator's word. */
  readonly mute?: boolean | null;
  /** Bits ("Guild Member Flags"). */
  readonly flags?: number | null;
  /** Has not yet passed the guild's membership screening. */
  readonly pending?: boolean | null;
  /** Until when the member is timed out, ISO 8601. */
  readonly communication_disabled_until?: string | null;
}

/** Somebody left a guild, or was removed from it. */
export type RemovedGuildMember = Pick<GuildMemberData, "guild_id" | "user">;

/** Somebody who follows a thread (Discord documentation, Channel, "Thread Member Object"). */
export interface ThreadMember {
  /** Id of the thread; the user's own is `user_id`. */
  readonly id: Snowflake;
  /** The user who follows the thread. */
  readonly user_id: Snowflake;
  /** When they came last, ISO 8601. */
  readonly join_timestamp: string;
  /** The events that they want to hear of, as bits. */
  readonly flags: number;
  /** The same user as a member of the guild, where that was asked for. */
  readonly member?: Omit<GuildMemberData, "guild_id">;
}

/** The channel types that are threads of another channel. */
export const threadTypes: readonly (ChannelType | undefined)[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];
