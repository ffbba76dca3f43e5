import type { Snowflake } from "./snowflake.ts";
import type { GuildMemberData } from "./guild-member.ts";

/** Somebody who follows a thread (Discord documentation, Channel, "Thread Member Object"). */
export interface ThreadMember {
  /** Of the thread. */
  readonly id: Snowflake;
  readonly user_id: Snowflake;
  /** When they came last, ISO 8601. */
  readonly join_timestamp: string;
  /** What they want to be told of, as bits. */
  readonly flags: number;
  /** The same user as a member of the guild, where that was asked for. */
  readonly member?: Omit<GuildMemberData, "guild_id">;
}
