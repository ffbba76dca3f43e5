import { oneOf } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { avatarUrl, type ImageSize } from "../wire/user.ts";

/**
 * The player to whom a token belongs. The granted scopes determine which fields are set (Discord documentation, User).
 *
 * @stable
 */
export class CurrentUser {
  readonly id: Snowflake;
  /** The display name, or the username if no display name is set. */
  readonly name: string;
  readonly username: string;
  /** The display name, if one is set. */
  readonly globalName: string | undefined;
  /** The avatar hash; `undefined` for a default avatar. */
  readonly avatar: string | undefined;
  /** The player's language, such as `de`, if the service returns it. */
  readonly locale: string | undefined;
  /** The email address. Requires the `email` scope. */
  readonly email: string | undefined;
  /** Whether the email address has been verified. Requires the `email` scope. */
  readonly verified: boolean | undefined;

  readonly #images: string | undefined;

  /** @param images - The base URL for images, unless the service is Discord's. */
  constructor(fields: CurrentUserFields, images?: string) {
    this.#images = images;
    this.id = fields.id;
    this.username = fields.username;
    this.globalName = fields.globalName;
    this.name = fields.globalName ?? fields.username;
    this.avatar = fields.avatar;
    this.locale = fields.locale;
    this.email = fields.email;
    this.verified = fields.verified;
  }

  /**
   * Returns the avatar's URL on the service's image host, or on the emulator.
   *
   * @param size - The size in pixels, a power of two from 16 to 4096. Default: 128.
   * @throws ClientError `invalid_argument` (ValidationError).
   */
  avatarUrl(size: ImageSize = 128): string {
    return avatarUrl(this.id, this.avatar ?? null, readSize(size, "size"), this.#images);
  }
}

/** The player's data as fetched from the service. @stable */
export type CurrentUserFields = Pick<CurrentUser, "id" | "username"> &
  Partial<Pick<CurrentUser, "globalName" | "avatar" | "locale" | "email" | "verified">>;

const readSize = oneOf<ImageSize>([16, 32, 64, 128, 256, 512, 1024, 2048, 4096]);

/** The part of the player's data that is stored. Games can use it to greet the player while offline. */
export type StoredPlayer = Pick<CurrentUser, "id" | "username" | "globalName" | "avatar">;

export function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
