import type { Snowflake } from "./snowflake.ts";

/**
 * The product types (Discord documentation, SKU resource, "SKU Types"; `@discord/embedded-app-sdk` 2.5.0, `SkuTypeObject`).
 *
 * @stable
 */
export const SkuType = {
  Application: 1,
  /** A one-time, permanent purchase. */
  Durable: 2,
  /** A purchase that can be consumed. */
  Consumable: 3,
  Bundle: 4,
  Subscription: 5,
  /** Created by the service for each subscription. Not for use by applications. */
  SubscriptionGroup: 6,
} as const;
export type SkuType = (typeof SkuType)[keyof typeof SkuType];

/** The bits of a SKU's `flags` (Discord documentation, SKU resource, "SKU Flags"). @stable */
export const SkuFlag = {
  Available: 4,
  /** A guild subscription, which covers all members. */
  GuildSubscription: 128,
  /** A user subscription, which is valid in every guild. */
  UserSubscription: 256,
} as const;

/** An application's product (Discord documentation, SKU resource). @stable */
export interface SkuData {
  readonly id: Snowflake;
  /** A {@link SkuType}, or a value that Discord added later. */
  readonly type: number;
  readonly application_id: Snowflake;
  readonly name: string;
  /** The product's name in the store URL. */
  readonly slug: string;
  /** The bits of {@link SkuFlag}. */
  readonly flags: number;
}

/** The amount and currency of a purchase. @stable */
export interface SkuPrice {
  /** The amount in the currency's smallest unit, for example 499 for 4.99 USD. */
  readonly amount: number;
  /** The ISO 4217 code in lower case, for example `usd`. */
  readonly currency: string;
}

/** How an entitlement was obtained (Discord documentation, Entitlement resource, "Entitlement Types"). @stable */
export const EntitlementType = {
  Purchase: 1,
  /** Included in a Nitro subscription. */
  PremiumSubscription: 2,
  /** Granted by the developer. */
  DeveloperGift: 3,
  /** Purchased by a developer in the application's test mode. */
  TestModePurchase: 4,
  /** Claimed while it was free. */
  FreePurchase: 5,
  UserGift: 6,
  /** Claimed for free by a Nitro subscriber. */
  PremiumPurchase: 7,
  /** Purchased as a subscription to the application. */
  ApplicationSubscription: 8,
} as const;
export type EntitlementType = (typeof EntitlementType)[keyof typeof EntitlementType];

/** A user's or guild's entitlement to a SKU (Discord documentation, Entitlement resource). @stable */
export interface EntitlementData {
  readonly id: Snowflake;
  readonly sku_id: Snowflake;
  readonly application_id: Snowflake;
  /** The user. With a `guild_id`: the purchaser, or the application's id if there was no purchase. */
  readonly user_id?: Snowflake | null;
  /** The guild. Absent for a user's entitlement. */
  readonly guild_id?: Snowflake | null;
  /** An {@link EntitlementType}, or a value that Discord added later. */
  readonly type: number;
  readonly deleted: boolean;
  /** ISO 8601. */
  readonly starts_at?: string | null;
  /** ISO 8601. */
  readonly ends_at?: string | null;
  readonly consumed?: boolean | null;
}

/** The owner types of a test entitlement (Discord documentation, Entitlement resource, "Create Test Entitlement"). @stable */
export const EntitlementOwnerType = {
  Guild: 1,
  /** A user, with access in every guild. */
  User: 2,
} as const;
export type EntitlementOwnerType = (typeof EntitlementOwnerType)[keyof typeof EntitlementOwnerType];

/** A free entitlement for testing (Discord documentation, Entitlement resource, "Create Test Entitlement"). @stable */
export interface TestEntitlement {
  /** The SKU's id. The SKU must belong to the application. */
  readonly sku_id: Snowflake;
  readonly owner_id: Snowflake;
  /** Whether `owner_id` is a guild or a user. */
  readonly owner_type: EntitlementOwnerType;
}

/** The subscription statuses (Discord documentation, Subscription resource, "Subscription Statuses"). @stable */
export const SubscriptionStatus = {
  Active: 0,
  Inactive: 1,
  /** The subscription ends with the current period and will not be renewed. */
  Ending: 2,
} as const;
export type SubscriptionStatus = (typeof SubscriptionStatus)[keyof typeof SubscriptionStatus];

/** A user's subscription (Discord documentation, Subscription resource). @stable */
export interface SubscriptionData {
  /** The subscription's id, which stays the same after a renewal. */
  readonly id: Snowflake;
  readonly user_id: Snowflake;
  readonly sku_ids: readonly Snowflake[];
  readonly entitlement_ids: readonly Snowflake[];
  /** The SKUs that apply from the next renewal. */
  readonly renewal_sku_ids: readonly Snowflake[] | null;
  /** ISO 8601. */
  readonly current_period_start: string;
  /** ISO 8601. */
  readonly current_period_end: string;
  /** A {@link SubscriptionStatus}, or a value that Discord added later. */
  readonly status: number;
  /** ISO 8601. */
  readonly canceled_at: string | null;
  /** The country's ISO 3166-1 alpha-2 code. Only present if requested with a private scope. */
  readonly country?: string | null;
}
