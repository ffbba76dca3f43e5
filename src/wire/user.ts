import type { Snowflake } from "./snowflake.ts";

/** The part of a user object that the library reads (Discord documentation, User resource). */
export interface WireUser {
  readonly id: Snowflake;
  readonly username: string;
  readonly global_name?: string | null;
}

/** A guild as one of its members sees it in their list (Discord documentation, User, "Get Current User Guilds"). */
export interface UserGuild {
  readonly id: Snowflake;
  readonly name: string;
  /** Hash of the picture. */
  readonly icon: string | null;
  /** Hash of the banner. */
  readonly banner: string | null;
  /** Whether it is the user's own. */
  readonly owner: boolean;
  /** What the user may do in it, channels left aside: permission bits as a decimal string. */
  readonly permissions: string;
  readonly features: readonly string[];
  /** About how many members it has, where that was asked for. */
  readonly approximate_member_count?: number | null;
  /** About how many of them are online, where that was asked for. */
  readonly approximate_presence_count?: number | null;
}
