import type { Snowflake } from "./snowflake.ts";
import type { WireUser } from "./user.ts";

/** What gateway events say of a member (Discord documentation, Guild resource, "Guild Member Object"). */
export interface GuildMemberData {
  readonly guild_id: Snowflake;
  readonly user: WireUser;
  readonly nick?: string | null;
  /** Hash of the picture in this guild. */
  readonly avatar?: string | null;
  /** Hash of the banner in this guild. */
  readonly banner?: string | null;
  readonly roles: readonly Snowflake[];
  /** ISO 8601; null for guests. */
  readonly joined_at: string | null;
  /** Since when the member boosts the guild, ISO 8601. */
  readonly premium_since?: string | null;
  readonly deaf?: boolean | null;
  readonly mute?: boolean | null;
  /** Bits ("Guild Member Flags"). */
  readonly flags?: number | null;
  /** Has not yet passed the guild's membership screening. */
  readonly pending?: boolean | null;
  /** Until when the member is timed out, ISO 8601. */
  readonly communication_disabled_until?: string | null;
}

/** Somebody left a guild, or was removed from it. */
export interface RemovedGuildMember {
  readonly guild_id: Snowflake;
  readonly user: WireUser;
}
