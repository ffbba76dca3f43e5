import type { Snowflake } from "./snowflake.ts";
import type { ChannelType } from "./command-option.ts";

/** A guild as a bot of it sees it (Discord documentation, Guild, "Guild Object"). */
export interface GuildData {
  readonly id: Snowflake;
  readonly name: string;
  /** The user who may do everything. */
  readonly owner_id: Snowflake;
  /** `@everyone`, whose id is that of the guild, among them. */
  readonly roles: readonly GuildRole[];
}

/** A role (Discord documentation, Permissions, "Role Object"). */
export interface GuildRole {
  readonly id: Snowflake;
  readonly name: string;
  readonly position: number;
  /** Permission bits, as a decimal string. */
  readonly permissions: string;
}

/** A channel of a guild (Discord documentation, Channel, "Channel Object"). */
export interface GuildChannel {
  readonly id: Snowflake;
  readonly type: ChannelType;
  readonly name?: string | null;
  readonly parent_id?: Snowflake | null;
  /** Age-restricted. */
  readonly nsfw?: boolean;
  readonly permission_overwrites?: readonly ChannelOverwrite[];
}

/** What is different in a channel for a role, or for a member (the same, "Overwrite Object"). */
export interface ChannelOverwrite {
  readonly id: Snowflake;
  /** 0: role, 1: member. */
  readonly type: 0 | 1;
  /** Permission bits, as a decimal string. */
  readonly allow: string;
  /** Permission bits, as a decimal string. */
  readonly deny: string;
}
