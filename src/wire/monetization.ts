import type { Snowflake } from "./snowflake.ts";

/** The kinds of goods (Discord documentation, SKU resource, "SKU Types"; `@discord/embedded-app-sdk` 2.5.0, `SkuTypeObject`). */
export const SkuType = {
  Application: 1,
  /** Bought once, and kept. */
  Durable: 2,
  /** Bought to be used up. */
  Consumable: 3,
  Bundle: 4,
  /** Paid for each month. */
  Subscription: 5,
} as const;
export type SkuType = (typeof SkuType)[keyof typeof SkuType];

/** The price of a SKU. */
export interface SkuPrice {
  /** In the smallest unit of the currency: 499 is 4.99 USD. */
  readonly amount: number;
  /** ISO 4217, in small letters: `usd`. */
  readonly currency: string;
}

/** How somebody came to own something (Discord documentation, Entitlement resource, "Entitlement Types"). */
export const EntitlementType = {
  Purchase: 1,
  PremiumSubscription: 2,
  DeveloperGift: 3,
  TestModePurchase: 4,
  FreePurchase: 5,
  UserGift: 6,
  PremiumPurchase: 7,
  ApplicationSubscription: 8,
} as const;
export type EntitlementType = (typeof EntitlementType)[keyof typeof EntitlementType];

/** A user's or guild's right to a SKU, bought or given (Discord documentation, Entitlement resource). */
export interface EntitlementData {
  readonly id: Snowflake;
  /** The SKU. */
  readonly sku_id: Snowflake;
  readonly application_id: Snowflake;
  readonly user_id?: Snowflake | null;
  readonly guild_id?: Snowflake | null;
  /** An {@link EntitlementType}, or a type newer than this package. */
  readonly type: number;
  readonly deleted: boolean;
  /** ISO 8601. */
  readonly starts_at?: string | null;
  /** ISO 8601. */
  readonly ends_at?: string | null;
  readonly consumed?: boolean | null;
}

/** Whether a subscription goes on (Discord documentation, Subscription resource, "Subscription Statuses"). */
export const SubscriptionStatus = {
  /** It will be renewed. */
  Active: 0,
  /** It is over. */
  Inactive: 1,
  /** It lasts until the period ends, and is not renewed. */
  Ending: 2,
} as const;
export type SubscriptionStatus = (typeof SubscriptionStatus)[keyof typeof SubscriptionStatus];

/** A user who pays again and again (Discord documentation, Subscription resource). */
export interface SubscriptionData {
  readonly id: Snowflake;
  readonly user_id: Snowflake;
  /** The paid SKUs. */
  readonly sku_ids: readonly Snowflake[];
  /** The user's entitlements to them. */
  readonly entitlement_ids: readonly Snowflake[];
  /** The SKUs that are paid for from the next renewal on. */
  readonly renewal_sku_ids: readonly Snowflake[] | null;
  /** ISO 8601. */
  readonly current_period_start: string;
  /** ISO 8601. */
  readonly current_period_end: string;
  /** A {@link SubscriptionStatus}, or a status newer than this package. */
  readonly status: number;
  /** ISO 8601. */
  readonly canceled_at: string | null;
  /** ISO 3166-1 alpha-2, where it was asked for with a private scope. */
  readonly country?: string | null;
}
