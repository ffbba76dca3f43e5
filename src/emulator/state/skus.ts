import { idOf } from "../base/recent.ts";
import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  oneOf,
  optional,
  textOf,
  whole,
  parseSnowflake,
  textLike,
} from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { type SkuPrice, SkuType } from "../../wire/monetization.ts";

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
}

const currency = textLike(/^[a-z]{3}$/, "three small letters, such as usd");

/** Reads something that is sold. */
export const readSkuInit: Reader<SkuInit> = fields<SkuInit>({
  id: optional(parseSnowflake),
  name: textOf({ most: 100 }),
  type: optional(oneOf(Object.values(SkuType))),
  price: optional(fields<SkuPrice>({ amount: whole(0, 2 ** 31 - 1), currency })),
});

/** @param now - milliseconds since 1970. */
export function createSku({ name, type = SkuType.Consumable, price, ...init }: SkuInit, now: number): Sku {
  return { id: idOf(init, now), name, type, price };
}
