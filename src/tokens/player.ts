import { oneOf } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { avatarUrl, type ImageSize } from "../wire/user.ts";
import { isServiceHost } from "../wire/service-host.ts";

/** The player a token belongs to, as far as the granted scopes tell (Discord documentation, User). */
export class CurrentUser {
  /** The player's id: stays the same when the names change. */
  readonly id: Snowflake;
  /** The name to show: the display name, or the user name where none is set. */
  readonly name: string;
  /** The unique name. */
  readonly username: string;
  /** The display name; undefined where none is set. */
  readonly globalName: string | undefined;
  /** Hash of the picture; undefined where the player has a default one. */
  readonly avatar: string | undefined;
  /** The language that the player has chosen, for example `de`; undefined where the service does not say. */
  readonly locale: string | undefined;
  /** With the scope `email`. */
  readonly email: string | undefined;
  /** Whether the player has confirmed the e-mail address; with the scope `email`. */
  readonly verified: boolean | undefined;

  readonly #images: string | undefined;

  /** @param images - base of the addresses of pictures at another service than the real one. */
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
   * The address of the player's picture, on the service's image host; with an emulator, at the emulator.
   *
   * @param size - pixels, a power of two from 16 to 4096. Default 128.
   * @throws ClientError `invalid_argument` (ValidationError).
   */
  avatarUrl(size: ImageSize = 128): string {
    return avatarUrl(this.id, this.avatar ?? null, readSize(size, "size"), this.#images);
  }
}

/** What {@link CurrentUser} is made from. */
export type CurrentUserFields = Pick<CurrentUser, "id" | "username"> &
  Partial<Pick<CurrentUser, "globalName" | "avatar" | "locale" | "email" | "verified">>;

/** The base of the addresses of pictures, if `issuer` is not the real service. */
export function imagesOf(issuer: string): string | undefined {
  return isServiceHost(issuer) ? undefined : issuer;
}

const readSize = oneOf<ImageSize>([16, 32, 64, 128, 256, 512, 1024, 2048, 4096]);

/** The stored facts of a player, so that a game can greet by name without a connection. */
export type KeptPlayer = Pick<CurrentUser, "id" | "username" | "globalName" | "avatar">;

/** A text that the service or a store says, or undefined for anything else. */
export function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
