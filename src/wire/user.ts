import type { Snowflake } from "./snowflake.ts";

/** The fields of a user object used by this library (Discord documentation, User resource). */
export interface WireUser {
  /** The id of the account, which does not change. */
  readonly id: Snowflake;
  /** The unique name of the account. */
  readonly username: string;
  /** The display name, or null. */
  readonly global_name?: string | null;
}

/** The response of "Get Current User" (Discord documentation, User). */
export interface WireCurrentUser extends WireUser {
  /** The hash of the avatar, or null for a default one. */
  readonly avatar?: string | null;
  readonly locale?: string;
  /** With the scope `email`. */
  readonly email?: string | null;
  readonly verified?: boolean;
}

/** Image sizes in pixels (Discord documentation, Reference, "Image Formatting"). */
export type ImageSize = 16 | 32 | 64 | 128 | 256 | 512 | 1024 | 2048 | 4096;

/** The number of default avatars (Discord documentation, Reference, "CDN Endpoints"). */
const defaultAvatars = 6n;

/** The host of images (Discord documentation, Reference, "Image Base Url"). */
const imageBase = "https://cdn.discordapp.com";

/**
 * Returns a user's avatar URL: WebP, or a default PNG, which has only one size.
 *
 * @param images - the base URL of images, for another service.
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

/** A guild in a user's list of guilds (Discord documentation, User, "Get Current User Guilds"). */
export interface UserGuild {
  /** The guild's id. */
  readonly id: Snowflake;
  /** 2 to 100 characters. */
  readonly name: string;
  /** The icon's hash. */
  readonly icon: string | null;
  /** The banner's hash. */
  readonly banner: string | null;
  /** Whether the user owns it. */
  readonly owner: boolean;
  /** The user's permission bits, ignoring channels, as a decimal string. */
  readonly permissions: string;
  /** The enabled features, such as `COMMUNITY`. */
  readonly features: readonly string[];
  /** The approximate number of members, if requested. */
  readonly approximate_member_count?: number | null;
  /** The approximate number of online members, if requested. */
  readonly approximate_presence_count?: number | null;
}
