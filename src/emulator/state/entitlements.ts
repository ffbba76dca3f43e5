import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  flag,
  optional,
  orNull,
  readerOf,
  textOf,
  parseSnowflake,
  wrongArgument,
  andThen,
} from "../../core/check/readers.ts";
import { moment } from "../../interactions/messages/rules/checks.ts";
import { type EntitlementData, EntitlementType } from "../../wire/monetization.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { idOf } from "../base/recent.ts";

/** A right to something that an application sells: of a player, or of everybody in a guild. */
export interface EntitlementInit {
  /** Id of the entitlement. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** Name of the player who has it; with a `guild`: the player who bought it for the guild. Default none: it was given to the guild. */
  readonly player?: string | undefined;
  /** Id of the guild whose members have it. Default none: only the player has it. */
  readonly guild?: SnowflakeInput | undefined;
  /** The id of the bought SKU. */
  readonly sku: SnowflakeInput;
  /** ISO 8601. Null for a test entitlement, which the application can delete. Default: the emulator's start. */
  readonly startsAt?: string | null | undefined;
  /** ISO 8601, also in the future. Default null: it does not end. */
  readonly endsAt?: string | null | undefined;
  /** Whether it was used up. Default false. */
  readonly consumed?: boolean | undefined;
  /** Whether it was taken away. Default false. */
  readonly deleted?: boolean | undefined;
}

/** The same, as it stands. */
export interface Entitlement {
  /** The id that answers and events of the API have. */
  readonly id: Snowflake;
  /** Name of the player who has it, or who bought it for the guild; undefined where it was given to the guild. */
  readonly player: string | undefined;
  /** Id of the guild whose members have it; undefined for a player's own. */
  readonly guild: Snowflake | undefined;
  /** The id of the bought SKU. */
  readonly sku: Snowflake;
  /** ISO 8601; null for a test entitlement. */
  readonly startsAt: string | null;
  /** ISO 8601, also in the future; null while no end is known. */
  readonly endsAt: string | null;
  /** Whether it was used up. */
  readonly consumed: boolean;
  /** Whether it was taken away. */
  readonly deleted: boolean;
}

/** A moment as the service writes it. */
const readMoment: Reader<string> = (value, name) => new Date(readIso(value, name)).toISOString();
const readIso = readerOf<string>(
  "a moment in ISO 8601, such as 2026-11-22T07:42:00Z",
  (value) => moment(value, []).length === 0,
);

const readFields = fields<EntitlementInit>({
  id: optional(parseSnowflake),
  player: optional(textOf({ most: 100 })),
  guild: optional(parseSnowflake),
  sku: parseSnowflake,
  startsAt: optional(orNull(readMoment)),
  endsAt: optional(orNull(readMoment)),
  consumed: optional(flag),
  deleted: optional(flag),
});

/** Reads an entitlement. */
export const readEntitlementInit: Reader<EntitlementInit> = andThen(readFields, (init, name) => {
  if (init.player === undefined && init.guild === undefined)
    throw wrongArgument(`${name}.player`, undefined, "the name of a player where no guild is given");
  return init;
});

/** @param now - milliseconds since 1970. */
export function createEntitlement(init: EntitlementInit, now: number): Entitlement {
  const { player, guild, sku, startsAt = new Date(now).toISOString(), endsAt = null } = init;
  const { consumed = false, deleted = false } = init;
  const ids = { id: idOf(init, now), player, guild: guild?.toString(), sku: String(sku) };
  return { ...ids, startsAt, endsAt, consumed, deleted };
}

/**
 * An entitlement (Discord documentation, Entitlement resource, "Entitlement Object").
 *
 * @param userId - the player's. What was given to a guild has the application's id in its place, as at the service.
 */
export function describeEntitlement(
  { id, guild, sku, startsAt, endsAt, consumed, deleted }: Entitlement,
  applicationId: Snowflake,
  userId: Snowflake = applicationId,
): EntitlementData {
  return {
    id,
    sku_id: sku,
    application_id: applicationId,
    user_id: userId,
    ...(guild !== undefined && { guild_id: guild }),
    // One-time purchases have this type too.
    type: EntitlementType.ApplicationSubscription,
    deleted,
    consumed,
    starts_at: startsAt,
    ends_at: endsAt,
  };
}

/** Whether its end is over. @param now - milliseconds since 1970. */
export function hasEnded({ ends_at }: Pick<EntitlementData, "ends_at">, now: number): boolean {
  return typeof ends_at === "string" && Date.parse(ends_at) <= now;
}

/** Whether its owner has the goods. @param now - milliseconds since 1970. */
export function isInForce(data: EntitlementData, now: number): boolean {
  return !data.deleted && data.consumed !== true && !hasEnded(data, now);
}
