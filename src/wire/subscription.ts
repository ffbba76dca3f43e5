import type { Snowflake } from "./snowflake.ts";

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
  /** What is paid for. */
  readonly sku_ids: readonly Snowflake[];
  /** What the user has of it. */
  readonly entitlement_ids: readonly Snowflake[];
  /** What will be paid for once it is renewed. */
  readonly renewal_sku_ids: readonly Snowflake[] | null;
  /** ISO 8601. */
  readonly current_period_start: string;
  /** ISO 8601. */
  readonly current_period_end: string;
  /** A {@link SubscriptionStatus}, or one that is newer than this package. */
  readonly status: number;
  /** ISO 8601. */
  readonly canceled_at: string | null;
  /** ISO 3166-1 alpha-2, where it was asked for with a private scope. */
  readonly country?: string | null;
}
