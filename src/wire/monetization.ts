import type { Snowflake } from "./snowflake.ts";

/** The kinds of goods (Discord documentation, SKU resource, "SKU Types"; `@discord/embedded-app-sdk` 2.5.0, `SkuTypeObject`). */
export const SkuType = {
  /** The application itself. */
  Application: 1,
  /** Bought once, and kept. */
  Durable: 2,
  /** Bought to be used up. */
  Consumable: 3,
  /** Several things at once. */
  Bundle: 4,
  /** Paid for each month. */
  Subscription: 5,
  /** Made by the service for each subscription, and of no use to applications. */
  SubscriptionGroup: 6,
} as const;
export type SkuType = (typeof SkuType)[keyof typeof SkuType];

/** The bits of a SKU's `flags` (Discord documentation, SKU resource, "SKU Flags"). */
export const SkuFlag = {
  /** It can be bought. */
  Available: 4,
  /** A user subscribes for a guild: all its members have it. */
  GuildSubscription: 128,
  /** A user subscribes, and has it in every guild. */
  UserSubscription: 256,
} as const;

/** Something that an application sells (Discord documentation, SKU resource). */
export interface SkuData {
  /** The id that entitlements to it have. */
  readonly id: Snowflake;
  /** A {@link SkuType}, or a type newer than this package. */
  readonly type: number;
  /** The application that sells it. */
  readonly application_id: Snowflake;
  /** Name that users see. */
  readonly name: string;
  /** The name as it stands in the address of the store. */
  readonly slug: string;
  /** Bits: {@link SkuFlag}. */
  readonly flags: number;
}

/** Amount and currency of one purchase. */
export interface SkuPrice {
  /** In the smallest unit of the currency: 499 is 4.99 USD. */
  readonly amount: number;
  /** ISO 4217, in small letters: `usd`. */
  readonly currency: string;
}

/** How somebody came to own something (Discord documentation, Entitlement resource, "Entitlement Types"). */
export const EntitlementType = {
  /** Bought by the user. */
  Purchase: 1,
  /** Came with a subscription to Nitro. */
  PremiumSubscription: 2,
  /** Given by the developer. */
  DeveloperGift: 3,
  /** Bought by a developer in the application's test mode. */
  TestModePurchase: 4,
  /** Taken while it cost nothing. */
  FreePurchase: 5,
  /** Given by another user. */
  UserGift: 6,
  /** Taken for nothing by a subscriber to Nitro. */
  PremiumPurchase: 7,
  /** Bought as a subscription to the application. */
  ApplicationSubscription: 8,
} as const;
export type EntitlementType = (typeof EntitlementType)[keyof typeof EntitlementType];

/** A user's or guild's right to a SKU, bought or given (Discord documentation, Entitlement resource). */
export interface EntitlementData {
  /** Stays the same while the entitlement changes. */
  readonly id: Snowflake;
  /** The bought or given goods. */
  readonly sku_id: Snowflake;
  /** The application that sold or gave it. */
  readonly application_id: Snowflake;
  /** The user who has it. Beside a `guild_id` it says who bought it, and is the application's id if nobody did. */
  readonly user_id?: Snowflake | null;
  /** The guild that has it; absent for a user's. */
  readonly guild_id?: Snowflake | null;
  /** An {@link EntitlementType}, or a type newer than this package. */
  readonly type: number;
  /** Whether it was taken away. */
  readonly deleted: boolean;
  /** ISO 8601. */
  readonly starts_at?: string | null;
  /** ISO 8601. */
  readonly ends_at?: string | null;
  /** Whether something that can be used up was used up. */
  readonly consumed?: boolean | null;
}

/** Whom a test entitlement is for (Discord documentation, Entitlement resource, "Create Test Entitlement"). */
export const EntitlementOwnerType = {
  /** A guild, whose members all have it. */
  Guild: 1,
  /** One user, in every guild. */
  User: 2,
} as const;
export type EntitlementOwnerType = (typeof EntitlementOwnerType)[keyof typeof EntitlementOwnerType];

/** An entitlement that costs nothing, for a test (Discord documentation, Entitlement resource, "Create Test Entitlement"). */
export interface TestEntitlement {
  /** Id of the SKU, which is the application's. */
  readonly sku_id: Snowflake;
  /** Id of the guild or user who gets it. */
  readonly owner_id: Snowflake;
  /** Whether `owner_id` is a guild's or a user's. */
  readonly owner_type: EntitlementOwnerType;
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
  /** Stays the same through renewals. */
  readonly id: Snowflake;
  /** The user who pays. */
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
