/** What can be bought (Discord documentation, SKU resource, "SKU Types"; `@discord/embedded-app-sdk` 2.5.0, `SkuTypeObject`). */
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

/** What something costs. */
export interface SkuPrice {
  /** In the smallest unit of the currency: 499 is 4.99 USD. */
  readonly amount: number;
  /** ISO 4217, in small letters: `usd`. */
  readonly currency: string;
}
