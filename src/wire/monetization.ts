import type { Snowflake } from "./snowflake.ts";

/**
 * The types of products (Discord documentation, SKU resource, "SKU Types"; `@discord/embedded-app-sdk` 2.5.0, `SkuTypeObject`).
 */
export const SkuType = {
  /** The application itself. */
  Application: 1,
  /** A one-time, permanent purchase. */
  Durable: 2,
  /** A purchase that can be consumed. */
  Consumable: 3,
  /** A bundle of products. */
  Bundle: 4,
  /** A monthly subscription. */
  Subscription: 5,
  /** Created by the service for each subscription; not for applications. */
  SubscriptionGroup: 6,
} as const;
export type SkuType = (typeof SkuType)[keyof typeof SkuType];

/** The bits of a SKU's `flags` (Discord documentation, SKU resource, "SKU Flags"). */
export const SkuFlag = {
  /** Available for purchase. */
  Available: 4,
  /** A subscription for a guild, including all its members. */
  GuildSubscription: 128,
  /** A subscription of a user, valid in every guild. */
  UserSubscription: 256,
} as const;

/** A product of an application (Discord documentation, SKU resource). */
export interface SkuData {
  /** The id that entitlements refer to. */
  readonly id: Snowflake;
  /** A {@link SkuType}, or a newer type. */
  readonly type: number;
  /** The application that sells it. */
  readonly application_id: Snowflake;
  /** The displayed name. */
  readonly name: string;
  /** The name in the store's URL. */
  readonly slug: string;
  /** The bits of {@link SkuFlag}. */
  readonly flags: number;
}

/** The amount and currency of a purchase. */
export interface SkuPrice {
  /** The amount in the currency's smallest unit: 499 is 4.99 USD. */
  readonly amount: number;
  /** The ISO 4217 code in lower case: `usd`. */
  readonly currency: string;
}

/** The origins of an entitlement (Discord documentation, Entitlement resource, "Entitlement Types"). */
export const EntitlementType = {
  /** Purchased by the user. */
  Purchase: 1,
  /** Included in a Nitro subscription. */
  PremiumSubscription: 2,
  /** Granted by the developer. */
  DeveloperGift: 3,
  /** Purchased by a developer in the application's test mode. */
  TestModePurchase: 4,
  /** Claimed while it was free. */
  FreePurchase: 5,
  /** A gift from another user. */
  UserGift: 6,
  /** Claimed for free by a Nitro subscriber. */
  PremiumPurchase: 7,
  /** Purchased as a subscription to the application. */
  ApplicationSubscription: 8,
} as const;
export type EntitlementType = (typeof EntitlementType)[keyof typeof EntitlementType];

/** A user's or guild's entitlement to a SKU (Discord documentation, Entitlement resource). */
export interface EntitlementData {
  /** The id, which does not change. */
  readonly id: Snowflake;
  /** The SKU. */
  readonly sku_id: Snowflake;
  /** The application of the SKU. */
  readonly application_id: Snowflake;
  /** The user. With a `guild_id`, the purchaser, or the application's id if not purchased. */
  readonly user_id?: Snowflake | null;
  /** The guild; absent for a user's entitlement. */
  readonly guild_id?: Snowflake | null;
  /** An {@link EntitlementType}, or a newer type. */
  readonly type: number;
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** ISO 8601. */
  readonly starts_at?: string | null;
  /** ISO 8601. */
  readonly ends_at?: string | null;
  /** Whether a consumable purchase was consumed. */
  readonly consumed?: boolean | null;
}

/** The owner types of a test entitlement (Discord documentation, Entitlement resource, "Create Test Entitlement"). */
export const EntitlementOwnerType = {
  /** A guild, including all its members. */
  Guild: 1,
  /** A user, in every guild. */
  User: 2,
} as const;
export type EntitlementOwnerType = (typeof EntitlementOwnerType)[keyof typeof EntitlementOwnerType];

/** A free entitlement for testing (Discord documentation, Entitlement resource, "Create Test Entitlement"). */
export interface TestEntitlement {
  /** The id of one of the application's SKUs. */
  readonly sku_id: Snowflake;
  /** The id of the guild or user. */
  readonly owner_id: Snowflake;
  /** Whether `owner_id` is a guild or a user. */
  readonly owner_type: EntitlementOwnerType;
}

/** The statuses of a subscription (Discord documentation, Subscription resource, "Subscription Statuses"). */
export const SubscriptionStatus = {
  /** Will be renewed. */
  Active: 0,
  /** Has ended. */
  Inactive: 1,
  /** Ends with the current period, without a renewal. */
  Ending: 2,
} as const;
export type SubscriptionStatus = (typeof SubscriptionStatus)[keyof typeof SubscriptionStatus];

/** A user's subscription (Discord documentation, Subscription resource). */
export interface SubscriptionData {
  /** The id, which survives renewals. */
  readonly id: Snowflake;
  /** The subscriber. */
  readonly user_id: Snowflake;
  /** The subscribed SKUs. */
  readonly sku_ids: readonly Snowflake[];
  /** The resulting entitlements of the user. */
  readonly entitlement_ids: readonly Snowflake[];
  /** The SKUs from the next renewal on. */
  readonly renewal_sku_ids: readonly Snowflake[] | null;
  /** ISO 8601. */
  readonly current_period_start: string;
  /** ISO 8601. */
  readonly current_period_end: string;
  /** A {@link SubscriptionStatus}, or a newer status. */
  readonly status: number;
  /** ISO 8601. */
  readonly canceled_at: string | null;
  /** The ISO 3166-1 alpha-2 country, only if requested with a private scope. */
  readonly country?: string | null;
}
