import { idOf } from "../base/recent.ts";
import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  flag,
  oneOf,
  optional,
  textOf,
  whole,
  parseSnowflake,
  textLike,
} from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { type SkuData, SkuFlag, type SkuPrice, SkuType } from "../../wire/monetization.ts";

/** Something that an application sells. */
export interface SkuInit {
  /** Id of the SKU. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** Name that players see in the shop. */
  readonly name: string;
  /** A {@link SkuType}. Default 3, to be used up. */
  readonly type?: SkuType | undefined;
  /** Default none: an Activity is not shown it. */
  readonly price?: SkuPrice | undefined;
  /** Whether it is bought for a guild, whose members all have it. Default false: for a user. */
  readonly forGuilds?: boolean | undefined;
}

/** The same, as it stands. */
export interface Sku {
  /** The id that answers and events of the API have. */
  readonly id: Snowflake;
  /** Name that players see in the shop. */
  readonly name: string;
  /** A {@link SkuType}. */
  readonly type: SkuType;
  /** Undefined: an Activity is not shown it. */
  readonly price: SkuPrice | undefined;
  /** Whether it is bought for a guild. */
  readonly forGuilds: boolean;
}

const currency = textLike(/^[a-z]{3}$/, "three small letters, such as usd");

/** Reads something that is sold. */
export const readSkuInit: Reader<SkuInit> = fields<SkuInit>({
  id: optional(parseSnowflake),
  name: textOf({ most: 100 }),
  type: optional(oneOf(Object.values(SkuType))),
  price: optional(fields<SkuPrice>({ amount: whole(0, 2 ** 31 - 1), currency })),
  forGuilds: optional(flag),
});

/** @param now - milliseconds since 1970. */
export function createSku(init: SkuInit, now: number): Sku {
  const { name, type = SkuType.Consumable, price, forGuilds = false } = init;
  return { id: idOf(init, now), name, type, price, forGuilds };
}

/** A SKU (Discord documentation, SKU resource, "SKU Object"). */
export function describeSku(sku: Sku, applicationId: Snowflake): SkuData {
  const { id, type, name } = sku;
  return { id, type, application_id: applicationId, name, slug: slugOf(name), flags: flagsOf(sku) };
}

/** The {@link SkuFlag}s: whatever is sold can be bought. */
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
