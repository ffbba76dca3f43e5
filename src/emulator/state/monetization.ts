import { idOf } from "../base/recent.ts";
import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  flag,
  oneOf,
  optional,
  whole,
  parseSnowflake,
  textLike,
  orNull,
  readerOf,
  wrongArgument,
  andThen,
} from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import {
  type SkuData,
  SkuFlag,
  type SkuPrice,
  SkuType,
  type EntitlementData,
  EntitlementType,
} from "../../wire/monetization.ts";
import { readName } from "./guild-init.ts";
import { moment } from "../../interactions/messages/rules/checks.ts";

/** Options for a SKU. @stable */
export interface SkuInit {
  /** The SKU's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  readonly name: string;
  /** A {@link SkuType}. Default 3, consumable. */
  readonly type?: SkuType | undefined;
  /** The price. Default: none, which hides the SKU from Activities. */
  readonly price?: SkuPrice | undefined;
  /** Whether the SKU is bought for a guild instead of a user. Default false. */
  readonly forGuilds?: boolean | undefined;
}

/** An application's SKU. @stable */
export interface Sku {
  readonly id: Snowflake;
  readonly name: string;
  readonly type: SkuType;
  /** Without a price, the SKU is hidden from Activities. */
  readonly price: SkuPrice | undefined;
  readonly forGuilds: boolean;
}

const currency = textLike(/^[a-z]{3}$/, "three lowercase letters, such as usd");

export const readSkuInit: Reader<SkuInit> = fields<SkuInit>({
  id: optional(parseSnowflake),
  name: readName,
  type: optional(oneOf(Object.values(SkuType))),
  price: optional(fields<SkuPrice>({ amount: whole(0, 2 ** 31 - 1), currency })),
  forGuilds: optional(flag),
});

export function createSku(init: SkuInit, now: number): Sku {
  const { name, type = SkuType.Consumable, price, forGuilds = false } = init;
  return { id: idOf(init, now), name, type, price, forGuilds };
}

export function describeSku(sku: Sku, applicationId: Snowflake): SkuData {
  const { id, type, name } = sku;
  return { id, type, application_id: applicationId, name, slug: slugOf(name), flags: flagsOf(sku) };
}

export function flagsOf({ type, forGuilds }: Sku): number {
  const isSubscription = type === SkuType.Subscription || type === SkuType.SubscriptionGroup;
  const ofOwner = forGuilds ? SkuFlag.GuildSubscription : SkuFlag.UserSubscription;
  return SkuFlag.Available | (isSubscription ? ofOwner : 0);
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Options for a player's or guild's entitlement. @stable */
export interface EntitlementInit {
  /** The entitlement's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  /** The name of the owner, or of the buyer if `guild` is set. Default: none. */
  readonly player?: string | undefined;
  /** The id of the guild that owns the entitlement on behalf of all its members. Default: none. */
  readonly guild?: SnowflakeInput | undefined;
  readonly sku: SnowflakeInput;
  /**
   * When the entitlement starts (ISO 8601), or null for a test entitlement, which the application can delete. Default: when the
   * emulator starts.
   */
  readonly startsAt?: string | null | undefined;
  /** When the entitlement ends (ISO 8601), or null if it does not end. Default null. */
  readonly endsAt?: string | null | undefined;
  readonly consumed?: boolean | undefined;
  readonly deleted?: boolean | undefined;
}

/** A player's or guild's entitlement. @stable */
export interface Entitlement {
  readonly id: Snowflake;
  readonly player: string | undefined;
  readonly guild: Snowflake | undefined;
  readonly sku: Snowflake;
  /** ISO 8601, or null for a test entitlement. */
  readonly startsAt: string | null;
  /** ISO 8601, or null if it does not end. */
  readonly endsAt: string | null;
  readonly consumed: boolean;
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
    throw wrongArgument(`${name}.player`, undefined, "a player's name if guild is omitted");
  return init;
});

export function createEntitlement(init: EntitlementInit, now: number): Entitlement {
  const { player, guild, sku, startsAt = new Date(now).toISOString(), endsAt = null } = init;
  const { consumed = false, deleted = false } = init;
  const ids = { id: idOf(init, now), player, guild: guild?.toString(), sku: String(sku) };
  return { ...ids, startsAt, endsAt, consumed, deleted };
}

/** For a grant to a guild, `user_id` is the application's id (Discord documentation, Entitlement resource). */
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
    // One-time purchases also have this type.
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
