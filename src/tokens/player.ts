import { oneOf } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { avatarUrl, type ImageSize } from "../wire/user.ts";
import { isServiceHost } from "../wire/service-host.ts";

/** The player to whom a token belongs, to the extent that the granted scopes allow (Discord documentation, User). */
export class CurrentUser {
  /** The player's id, which never changes. */
  readonly id: Snowflake;
  /** The display name, or the username if there is none. */
  readonly name: string;
  /** The unique name. */
  readonly username: string;
  /** The display name; `undefined` if there is none. */
  readonly globalName: string | undefined;
  /** The avatar's hash; `undefined` for a default avatar. */
  readonly avatar: string | undefined;
  /** The player's language, for example `de`; `undefined` if the service does not return it. */
  readonly locale: string | undefined;
  /** The email address; requires the scope `email`. */
  readonly email: string | undefined;
  /** Whether the email address is verified; requires the scope `email`. */
  readonly verified: boolean | undefined;

  readonly #images: string | undefined;

  /** @param images - The base URL for images, if the service is not Discord's. */
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
   * Returns the URL of the player's avatar, on the service's image host, or on the emulator.
   *
   * @param size - The size in pixels, a power of two from 16 to 4096. Default 128.
   * @throws ClientError `invalid_argument` (ValidationError).
   */
  avatarUrl(size: ImageSize = 128): string {
    return avatarUrl(this.id, this.avatar ?? null, readSize(size, "size"), this.#images);
  }
}

/** The player's data as fetched from the service. */
export type CurrentUserFields = Pick<CurrentUser, "id" | "username"> &
  Partial<Pick<CurrentUser, "globalName" | "avatar" | "locale" | "email" | "verified">>;

/** Returns `undefined` for the real service. */
export function imagesOf(issuer: string): string | undefined {
  return isServiceHost(issuer) ? undefined : issuer;
}

const readSize = oneOf<ImageSize>([16, 32, 64, 128, 256, 512, 1024, 2048, 4096]);

/** The stored player, so that a game can greet the player by name while offline. */
export type StoredPlayer = Pick<CurrentUser, "id" | "username" | "globalName" | "avatar">;

export function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
