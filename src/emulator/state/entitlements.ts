import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  flag,
  optional,
  orNull,
  readerOf,
  parseSnowflake,
  wrongArgument,
  andThen,
} from "../../core/check/readers.ts";
import { moment } from "../../interactions/messages/rules/checks.ts";
import { type EntitlementData, EntitlementType } from "../../wire/monetization.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { idOf } from "../base/recent.ts";
import { readName } from "./guild-init.ts";

/** The options of a player's or guild's entitlement. */
export interface EntitlementInit {
  /** The entitlement's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  /** The owner's name or, with a `guild`, the buyer's. Default: none. */
  readonly player?: string | undefined;
  /** The id of the guild that owns it, for all of its members. Default: none. */
  readonly guild?: SnowflakeInput | undefined;
  /** SKU id. */
  readonly sku: SnowflakeInput;
  /**
   * The start as an ISO 8601 date; null for a test entitlement, which the application can delete. Default: the emulator's start.
   */
  readonly startsAt?: string | null | undefined;
  /** The end as an ISO 8601 date. Default null: it does not end. */
  readonly endsAt?: string | null | undefined;
  /** Whether it is consumed. Default false. */
  readonly consumed?: boolean | undefined;
  /** Whether it is deleted. Default false. */
  readonly deleted?: boolean | undefined;
}

/** A player's or guild's entitlement. */
export interface Entitlement {
  /** Entitlement id. */
  readonly id: Snowflake;
  /** The owner's name or, with a `guild`, the buyer's. */
  readonly player: string | undefined;
  /** The id of the guild that owns it, for all of its members. */
  readonly guild: Snowflake | undefined;
  /** SKU id. */
  readonly sku: Snowflake;
  /** The start as an ISO 8601 date; null for a test entitlement. */
  readonly startsAt: string | null;
  /** The end as an ISO 8601 date; null if it does not end. */
  readonly endsAt: string | null;
  /** Whether it is consumed. */
  readonly consumed: boolean;
  /** Whether it is deleted. */
  readonly deleted: boolean;
}

const readMoment: Reader<string> = (value, name) => new Date(readIso(value, name)).toISOString();
const readIso = readerOf<string>(
  "an ISO 8601 time, such as 2026-11-22T07:42:00Z",
  (value) => moment(value, []).length === 0,
);

const readFields = fields<EntitlementInit>({
  id: optional(parseSnowflake),
  player: optional(readName),
  guild: optional(parseSnowflake),
  sku: parseSnowflake,
  startsAt: optional(orNull(readMoment)),
  endsAt: optional(orNull(readMoment)),
  consumed: optional(flag),
  deleted: optional(flag),
});

export const readEntitlementInit: Reader<EntitlementInit> = andThen(readFields, (init, name) => {
  if (init.player === undefined && init.guild === undefined)
    throw wrongArgument(`${name}.player`, undefined, "the name of a player if guild is omitted");
  return init;
});

export function createEntitlement(init: EntitlementInit, now: number): Entitlement {
  const { player, guild, sku, startsAt = new Date(now).toISOString(), endsAt = null } = init;
  const { consumed = false, deleted = false } = init;
  const ids = { id: idOf(init, now), player, guild: guild?.toString(), sku: String(sku) };
  return { ...ids, startsAt, endsAt, consumed, deleted };
}

/** Guild grants have the application's id as `user_id` (Discord documentation, Entitlement resource). */
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

export function hasEnded({ ends_at }: Pick<EntitlementData, "ends_at">, now: number): boolean {
  return typeof ends_at === "string" && Date.parse(ends_at) <= now;
}

export function isInForce(data: EntitlementData, now: number): boolean {
  return !data.deleted && data.consumed !== true && !hasEnded(data, now);
}
