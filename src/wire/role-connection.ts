import type { Localizations } from "./locale.ts";

/**
 * The comparison of a player's value with the value that a guild demands (Discord documentation, Application Role Connection
 * Metadata). Moments are compared in days before today.
 */
export const RoleConnectionMetadataType = {
  /** The player's number is at most the guild's. */
  IntegerLessThanOrEqual: 1,
  /** The player's number is at least the guild's. */
  IntegerGreaterThanOrEqual: 2,
  /** The two numbers are the same. */
  IntegerEqual: 3,
  /** The two numbers differ. */
  IntegerNotEqual: 4,
  /** The player's moment is at most the guild's number of days before today. */
  DatetimeLessThanOrEqual: 5,
  /** The player's moment is at least the guild's number of days before today. */
  DatetimeGreaterThanOrEqual: 6,
  /** The player's value is the guild's: both true, or both false. */
  BooleanEqual: 7,
  /** The player's value is not the guild's. */
  BooleanNotEqual: 8,
} as const;
export type RoleConnectionMetadataType =
  (typeof RoleConnectionMetadataType)[keyof typeof RoleConnectionMetadataType];

/** Something that guilds can ask of players for a role, for example a level. */
export interface RoleConnectionMetadata {
  /** How the player's value is compared. */
  readonly type: RoleConnectionMetadataType;
  /** The key of the player's value: 1 to 50 of a-z, 0-9 and `_`. */
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

/** An application's record of one player (Discord documentation, User, "Application Role Connection Object"). */
export interface RoleConnection {
  /** The name of the game or its platform: up to 50 characters. */
  readonly platform_name?: string | null | undefined;
  /** The player's name there: up to 100 characters. */
  readonly platform_username?: string | null | undefined;
  /**
   * The player's value for each {@link RoleConnectionMetadata.key}, as a text of 1 to 100 characters: digits for integers,
   * ISO 8601 for moments, `1` and `0` for booleans.
   */
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}
