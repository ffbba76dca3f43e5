import { fields } from "../core/check/fields.ts";
import {
  flag,
  isObject,
  isSnowflake,
  listOf,
  oneOf,
  optional,
  parseSnowflake,
} from "../core/check/readers.ts";
import { parseList, type Parser, parserOf } from "../core/request/response.ts";
import { type CallOptions, callFields } from "../core/request/transport.ts";
import { pageSizes } from "../wire/limits.ts";
import {
  type EntitlementData,
  EntitlementOwnerType,
  type SkuData,
  type SubscriptionData,
  type TestEntitlement,
} from "../wire/monetization.ts";
import type { SnowflakeInput } from "../wire/snowflake.ts";
import { Endpoints, PagedList, type Resource } from "./resource.ts";

/** Filters for entitlements. @stable */
export interface EntitlementOptions extends CallOptions {
  /** Only this user's entitlements. Default: all. */
  readonly userId?: SnowflakeInput | undefined;
  /** Only this guild's entitlements. Default: all. */
  readonly guildId?: SnowflakeInput | undefined;
  /** Only entitlements to these SKUs. Default: all. */
  readonly skuIds?: readonly SnowflakeInput[] | undefined;
  /** Whether to exclude ended entitlements. Default false. */
  readonly excludeEnded?: boolean | undefined;
  /** Whether to exclude deleted entitlements. Default true. */
  readonly excludeDeleted?: boolean | undefined;
}

/** Options for one page of entitlements. @stable */
export interface EntitlementPageOptions extends EntitlementOptions {
  /** Returns the entitlements that immediately precede this id. */
  readonly before?: SnowflakeInput | undefined;
  /** Returns only entitlements with higher ids than this one. */
  readonly after?: SnowflakeInput | undefined;
  /** The page size, from 1 to 100. Default 100. */
  readonly limit?: number | undefined;
}

/** Filters for the user's entitlements. @stable */
export interface UserEntitlementOptions extends CallOptions {
  /** Only entitlements to these SKUs. Default: all. */
  readonly skuIds?: readonly SnowflakeInput[] | undefined;
  /** Whether to exclude consumed entitlements. Default false. */
  readonly excludeConsumed?: boolean | undefined;
}

/** Options for listing subscriptions. @stable */
export interface SubscriptionOptions extends CallOptions {
  /** The subscriber. Each request lists only one user's subscriptions. */
  readonly userId: SnowflakeInput;
}

/** Options for one page of subscriptions. @stable */
export interface SubscriptionPageOptions extends SubscriptionOptions {
  /** Returns the subscriptions that immediately precede this id. */
  readonly before?: SnowflakeInput | undefined;
  /** Returns only subscriptions with higher ids than this one. */
  readonly after?: SnowflakeInput | undefined;
  /** The page size, from 1 to 100. Default 50. */
  readonly limit?: number | undefined;
}

const entitlementList = {
  operation: "Listing the application's entitlements",
  filters: {
    ...callFields,
    userId: optional(parseSnowflake),
    guildId: optional(parseSnowflake),
    skuIds: optional(listOf(parseSnowflake)),
    excludeEnded: optional(flag),
    excludeDeleted: optional(flag),
  },
  isItem: isEntitlement,
  items: "entitlements",
  idOf: ({ id }: EntitlementData) => id,
  size: pageSizes.entitlements,
  start: "0",
} as const;

const subscriptionList = {
  operation: "Listing the subscriptions to a SKU",
  filters: { ...callFields, userId: parseSnowflake },
  isItem: isSubscription,
  items: "subscriptions",
  idOf: ({ id }: SubscriptionData) => id,
  size: pageSizes.subscriptions,
  start: "0",
} as const;

const readUserOptions = fields<UserEntitlementOptions>({
  ...callFields,
  skuIds: optional(listOf(parseSnowflake)),
  excludeConsumed: optional(flag),
});

const readTestEntitlement = fields<TestEntitlement>({
  sku_id: parseSnowflake,
  owner_id: parseSnowflake,
  owner_type: oneOf(Object.values(EntitlementOwnerType)),
});

/** The entitlements to the application's products (Discord documentation, Entitlement resource). Requires a bot token. @stable */
export class EntitlementEndpoints extends Endpoints {
  readonly #list: PagedList<EntitlementData, EntitlementOptions> = new PagedList(
    this.resource,
    entitlementList,
  );

  /** Returns one page, sorted by id in ascending order (Discord documentation, "List Entitlements"). */
  async list(options: EntitlementPageOptions = {}): Promise<EntitlementData[]> {
    return this.#list.page(options);
  }

  /**
   * Iterates over all entitlements, fetching pages as needed: `for await (const one of entitlements.all({ userId }))`.
   *
   * @throws ClientError `invalid_argument`, `invalid_id` or `unknown_option`, immediately.
   */
  all(options: EntitlementOptions = {}): AsyncIterableIterator<EntitlementData> {
    return this.#list.all(options);
  }

  /**
   * Returns one entitlement (Discord documentation, "Get Entitlement").
   *
   * @throws ApiError `unknown_entitlement`.
   */
  async get(entitlementId: SnowflakeInput, options: CallOptions = {}): Promise<EntitlementData> {
    return this.#one(entitlementId).get("Getting an entitlement", options, parseEntitlement);
  }

  /**
   * Marks a consumable product (type 3) as consumed, so that the user can buy it again (Discord documentation, "Consume an
   * Entitlement"). Deliver the product first. If the response is lost, check `consumed` with {@link get}.
   *
   * @throws ApiError `not_consumable` or `unknown_entitlement`.
   */
  async consume(entitlementId: SnowflakeInput, options: CallOptions = {}): Promise<void> {
    const call = { operation: "Consuming an entitlement", method: "POST", isOnce: true } as const;
    await this.#one(entitlementId).below`/consume`.call(call, options);
  }

  /**
   * Creates an entitlement that never expires, for testing subscriptions (Discord documentation, "Create Test Entitlement"). The
   * request is not retried if the response is lost.
   *
   * @throws ClientError `invalid_argument` or `invalid_id` before anything is sent; ApiError `unknown_sku`, `unknown_user` or
   *   `unknown_guild`.
   */
  async createTest(entitlement: TestEntitlement, options: CallOptions = {}): Promise<EntitlementData> {
    const operation = "Creating a test entitlement";
    const body = readTestEntitlement(entitlement, "entitlement");
    const call = { operation, method: "POST", body, isOnce: true } as const;
    return this.resource.read(call, options, parseEntitlement);
  }

  /**
   * Deletes a test entitlement (Discord documentation, "Delete Test Entitlement").
   *
   * @throws ApiError `not_a_test_entitlement` or `unknown_entitlement`.
   */
  async deleteTest(entitlementId: SnowflakeInput, options: CallOptions = {}): Promise<void> {
    const call = { operation: "Deleting a test entitlement", method: "DELETE" } as const;
    await this.#one(entitlementId).call(call, options);
  }

  #one(entitlementId: SnowflakeInput): Resource {
    return this.resource.below`/${parseSnowflake(entitlementId, "entitlementId")}`;
  }
}

/** The user's entitlements. Requires a user token with the `identify` scope. @stable */
export class UserEntitlements extends Endpoints {
  /** Returns all entitlements (the service's published description, `get_current_user_application_entitlements`). */
  async list(options: UserEntitlementOptions = {}): Promise<EntitlementData[]> {
    const { signal, ...filters } = readUserOptions(options, "options");
    const operation = "Listing the user's entitlements";
    return this.resource.query(filters).get(operation, { signal }, parseEntitlements);
  }
}

/** The products that the application sells (Discord documentation, SKU resource). Requires a bot token. @stable */
export class ApplicationSkus extends Endpoints {
  /**
   * Lists all SKUs (Discord documentation, "List SKUs"). Each subscription has two SKUs: use the SKU of type 5, not the group
   * (type 6).
   */
  async list(options: CallOptions = {}): Promise<SkuData[]> {
    return this.resource.get("Listing the application's SKUs", options, parseSkus);
  }
}

/** A SKU's endpoints. @stable */
export class SkuEndpoints {
  readonly subscriptions: SkuSubscriptions;

  /** @internal */
  constructor(sku: Resource) {
    this.subscriptions = new SkuSubscriptions(sku.below`/subscriptions`);
  }
}

/**
 * A SKU's subscriptions (Discord documentation, Subscription resource). Requires a bot token. To check access to a product, use
 * entitlements (Discord documentation, "Subscription Statuses").
 *
 * @stable
 */
export class SkuSubscriptions extends Endpoints {
  readonly #list: PagedList<SubscriptionData, SubscriptionOptions> = new PagedList(
    this.resource,
    subscriptionList,
  );

  /**
   * Returns one page, sorted by id in ascending order (Discord documentation, "List SKU Subscriptions").
   *
   * @throws ApiError `unknown_sku`.
   */
  async list(options: SubscriptionPageOptions): Promise<SubscriptionData[]> {
    return this.#list.page(options);
  }

  /**
   * Iterates over all of a user's subscriptions, fetching pages as needed.
   *
   * @throws ClientError `invalid_argument`, `invalid_id` or `unknown_option`, immediately.
   */
  all(options: SubscriptionOptions): AsyncIterableIterator<SubscriptionData> {
    return this.#list.all(options);
  }

  /**
   * Returns one subscription (Discord documentation, "Get SKU Subscription").
   *
   * @throws ApiError with status 404 if the subscription does not exist.
   */
  async get(subscriptionId: SnowflakeInput, options: CallOptions = {}): Promise<SubscriptionData> {
    const one = this.resource.below`/${parseSnowflake(subscriptionId, "subscriptionId")}`;
    return one.get("Getting a subscription", options, parserOf(isSubscription, "a subscription"));
  }
}

function isSku(value: unknown): value is SkuData {
  return isObject(value) && isSnowflake(value["id"]) && typeof value["name"] === "string";
}

function isSubscription(value: unknown): value is SubscriptionData {
  return isObject(value) && isSnowflake(value["id"]) && typeof value["status"] === "number";
}

function isEntitlement(value: unknown): value is EntitlementData {
  return isObject(value) && isSnowflake(value["id"]) && isSnowflake(value["sku_id"]);
}

const parseEntitlement = parserOf(isEntitlement, "an entitlement");
const parseEntitlements: Parser<EntitlementData[]> = (value, operation) =>
  parseList(value, operation, isEntitlement, "entitlements");
const parseSkus: Parser<SkuData[]> = (value, operation) => parseList(value, operation, isSku, "SKUs");
