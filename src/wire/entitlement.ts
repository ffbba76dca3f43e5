import type { Snowflake } from "./snowflake.ts";

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

/** What a user or guild bought or was given (Discord documentation, Entitlement resource). */
export interface EntitlementData {
  readonly id: Snowflake;
  /** What was bought. */
  readonly sku_id: Snowflake;
  readonly application_id: Snowflake;
  readonly user_id?: Snowflake | null;
  readonly guild_id?: Snowflake | null;
  /** An {@link EntitlementType}, or one that is newer than this package. */
  readonly type: number;
  readonly deleted: boolean;
  /** ISO 8601. */
  readonly starts_at?: string | null;
  /** ISO 8601. */
  readonly ends_at?: string | null;
  readonly consumed?: boolean | null;
}
