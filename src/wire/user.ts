import type { Snowflake } from "./snowflake.ts";

/** The part of a user object that the library reads (Discord documentation, User resource). */
export interface WireUser {
  /** Id of the account: stays the same when the names change. */
  readonly id: Snowflake;
  /** Unique name of the account. */
  readonly username: string;
  /** Display name; null where none is set. */
  readonly global_name?: string | null;
}

/** The answer of "Get Current User" (Discord documentation, User), as far as the library reads it. */
export interface WireCurrentUser extends WireUser {
  /** Hash of the picture; null for a default one. */
  readonly avatar?: string | null;
  readonly locale?: string;
  /** With the scope `email`. */
  readonly email?: string | null;
  readonly verified?: boolean;
}

/** Sizes of a picture in pixels (Discord documentation, Reference, "Image Formatting"). */
export type ImageSize = 16 | 32 | 64 | 128 | 256 | 512 | 1024 | 2048 | 4096;

/** How many default pictures there are (Discord documentation, Reference, "CDN Endpoints"). */
const defaultAvatars = 6n;

/** The host of pictures (Discord documentation, Reference, "Image Base Url"). */
const imageBase = "https://cdn.discordapp.com";

/**
 * The address of a user's picture: the user's own as WebP, else the default one as PNG, which has one size.
 *
 * @param images - base of the addresses at another service than the real one.
 */
export function avatarUrl(
  id: Snowflake,
  avatar: string | null,
  size: ImageSize = 128,
  images: string = imageBase,
): string {
  if (avatar === null) return `${images}/embed/avatars/${(BigInt(id) >> 22n) % defaultAvatars}.png`;
  return `${images}/avatars/${id}/${avatar}.webp?size=${size}`;
}

/** A guild as one of its members sees it in their list (Discord documentation, User, "Get Current User Guilds"). */
export interface UserGuild {
  /** For the calls that take a guild's id. */
  readonly id: Snowflake;
  /** 2 to 100 characters. */
  readonly name: string;
  /** Hash of the picture. */
  readonly icon: string | null;
  /** Hash of the banner. */
  readonly banner: string | null;
  /** Whether it is the user's own. */
  readonly owner: boolean;
  /** The user's permissions in it, channels left aside: permission bits as a decimal string. */
  readonly permissions: string;
  /** Words for what is switched on in it, such as `COMMUNITY`. */
  readonly features: readonly string[];
  /** About how many members it has, where that was asked for. */
  readonly approximate_member_count?: number | null;
  /** About how many of them are online, where that was asked for. */
  readonly approximate_presence_count?: number | null;
}
