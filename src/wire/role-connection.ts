import type { Localizations } from "./locale.ts";

/**
 * How a player's value is compared with the value that a guild requires (Discord documentation, Application Role Connection
 * Metadata). A date is compared as the number of days that have passed since then.
 *
 * @stable
 */
export const RoleConnectionMetadataType = {
  /** The player's number is at most the guild's. */
  IntegerLessThanOrEqual: 1,
  /** The player's number is at least the guild's. */
  IntegerGreaterThanOrEqual: 2,
  IntegerEqual: 3,
  IntegerNotEqual: 4,
  /** The number of days since the player's date is at most the guild's number. */
  DatetimeLessThanOrEqual: 5,
  /** The number of days since the player's date is at least the guild's number. */
  DatetimeGreaterThanOrEqual: 6,
  /** The player's value equals the guild's: both are true, or both are false. */
  BooleanEqual: 7,
  /** The player's value differs from the guild's. */
  BooleanNotEqual: 8,
} as const;
export type RoleConnectionMetadataType =
  (typeof RoleConnectionMetadataType)[keyof typeof RoleConnectionMetadataType];

/** A value that guilds can require for a role, such as a level. @stable */
export interface RoleConnectionMetadata {
  readonly type: RoleConnectionMetadataType;
  /** The key of the player's value: 1 to 50 characters from a-z, 0-9 and `_`. */
  readonly key: string;
  /** 1 to 100 characters. */
  readonly name: string;
  readonly name_localizations?: Localizations | null | undefined;
  /** 1 to 200 characters. */
  readonly description: string;
  readonly description_localizations?: Localizations | null | undefined;
}

/**
 * The values that an application stored for one player (Discord documentation, User, "Application Role Connection Object").
 *
 * @stable
 */
export interface RoleConnection {
  /** The name of the game or its platform: up to 50 characters. */
  readonly platform_name?: string | null | undefined;
  /** The player's name on that platform: up to 100 characters. */
  readonly platform_username?: string | null | undefined;
  /**
   * The player's values, by {@link RoleConnectionMetadata.key}. Each is a string of 1 to 100 characters: digits for integers, ISO
   * 8601 for dates, `1` or `0` for booleans.
   */
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}
