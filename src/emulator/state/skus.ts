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
} from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { type SkuData, SkuFlag, type SkuPrice, SkuType } from "../../wire/monetization.ts";
import { readName } from "./guild-init.ts";

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
