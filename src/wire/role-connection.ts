import type { Localizations } from "./locale.ts";

/**
 * The comparisons of a player's value with a guild's (Discord documentation, Application Role Connection Metadata). Dates are
 * compared in days before today.
 */
export const RoleConnectionMetadataType = {
  /** The player's number is at most the guild's. */
  IntegerLessThanOrEqual: 1,
  /** The player's number is at least the guild's. */
  IntegerGreaterThanOrEqual: 2,
  /** The numbers are equal. */
  IntegerEqual: 3,
  /** The numbers differ. */
  IntegerNotEqual: 4,
  /** The player's date is at most the guild's number of days before today. */
  DatetimeLessThanOrEqual: 5,
  /** The player's date is at least the guild's number of days before today. */
  DatetimeGreaterThanOrEqual: 6,
  /** The player's value equals the guild's: both true, or both false. */
  BooleanEqual: 7,
  /** The player's value differs from the guild's. */
  BooleanNotEqual: 8,
} as const;
export type RoleConnectionMetadataType =
  (typeof RoleConnectionMetadataType)[keyof typeof RoleConnectionMetadataType];

/** A value that guilds can require for a role, for example a level. */
export interface RoleConnectionMetadata {
  /** The comparison of the player's value. */
  readonly type: RoleConnectionMetadataType;
  /** The key of the player's value: 1 to 50 characters of a-z, 0-9 and `_`. */
  readonly key: string;
  /** 1 to 100 characters. */
  readonly name: string;
  /** The name in other languages, by locale. */
  readonly name_localizations?: Localizations | null | undefined;
  /** 1 to 200 characters. */
  readonly description: string;
  /** The description in other languages, by locale. */
  readonly description_localizations?: Localizations | null | undefined;
}

/** An application's values for one player (Discord documentation, User, "Application Role Connection Object"). */
export interface RoleConnection {
  /** The name of the game or its platform: up to 50 characters. */
  readonly platform_name?: string | null | undefined;
  /** The player's name on that platform: up to 100 characters. */
  readonly platform_username?: string | null | undefined;
  /**
   * The value of each {@link RoleConnectionMetadata.key}, as a string of 1 to 100 characters: digits for integers, ISO 8601 for
   * dates, `1` and `0` for booleans.
   */
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}
