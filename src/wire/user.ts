import type { Snowflake } from "./snowflake.ts";

/** A user object, with only the fields that this library uses (Discord documentation, User resource). @stable */
export interface WireUser {
  readonly id: Snowflake;
  readonly username: string;
  /** The display name, if any. */
  readonly global_name?: string | null;
}

/** The response to "Get Current User" (Discord documentation, User). */
export interface WireCurrentUser extends WireUser {
  /** The avatar hash, or null for a default avatar. */
  readonly avatar?: string | null;
  readonly locale?: string;
  /** Present if the `email` scope was granted. */
  readonly email?: string | null;
  readonly verified?: boolean;
}

/** Image sizes in pixels (Discord documentation, Reference, "Image Formatting"). @stable */
export type ImageSize = 16 | 32 | 64 | 128 | 256 | 512 | 1024 | 2048 | 4096;

/** The number of default avatars (Discord documentation, Reference, "CDN Endpoints"). */
const defaultAvatars = 6n;

/** The image host (Discord documentation, Reference, "Image Base Url"). */
const imageBase = "https://cdn.discordapp.com";

/**
 * Returns the URL of a user's avatar: a WebP image, or a default PNG, which has only one size.
 *
 * @param images - the base URL for images, if they come from another service.
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

/** An entry in a user's list of guilds (Discord documentation, User, "Get Current User Guilds"). @stable */
export interface UserGuild {
  readonly id: Snowflake;
  /** 2 to 100 characters. */
  readonly name: string;
  /** The icon hash. */
  readonly icon: string | null;
  /** The banner hash. */
  readonly banner: string | null;
  readonly owner: boolean;
  /** The user's permission bits, not counting channel overwrites, as a decimal string. */
  readonly permissions: string;
  /** The enabled features, such as `COMMUNITY`. */
  readonly features: readonly string[];
  /** The approximate number of members, if requested. */
  readonly approximate_member_count?: number | null;
  /** The approximate number of online members, if requested. */
  readonly approximate_presence_count?: number | null;
}
