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
import { inspectAs } from "../core/printing.ts";
import { type ApiPath, apiPath, below, withQuery } from "../core/request/addresses.ts";
import { parseList, parserOf } from "../core/request/response.ts";
import { type CallOptions, callFields, readCallOptions, type Transport } from "../core/request/transport.ts";
import { pageSizes } from "../wire/limits.ts";
import {
  type EntitlementData,
  EntitlementOwnerType,
  type SkuData,
  type SubscriptionData,
  type TestEntitlement,
} from "../wire/monetization.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { PagedList, queryOf } from "./pages.ts";
import { userCall } from "./role-connections.ts";

/** Filters for entitlements. */
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

/** Options for one page of entitlements. */
export interface EntitlementPageOptions extends EntitlementOptions {
  /** Only lower ids. Returns the last ones before it. */
  readonly before?: SnowflakeInput | undefined;
  /** Only higher ids. */
  readonly after?: SnowflakeInput | undefined;
  /** The page size, from 1 to 100. Default 100. */
  readonly limit?: number | undefined;
}

/** Filters for the user's entitlements. */
export interface UserEntitlementOptions extends CallOptions {
  /** Only entitlements to these SKUs. Default: all. */
  readonly skuIds?: readonly SnowflakeInput[] | undefined;
  /** Whether to exclude consumed entitlements. Default false. */
  readonly excludeConsumed?: boolean | undefined;
}

/** Options for listing subscriptions. */
export interface SubscriptionOptions extends CallOptions {
  /** The subscriber. Only one user can be listed at a time. */
  readonly userId: SnowflakeInput;
}

/** Options for one page of subscriptions. */
export interface SubscriptionPageOptions extends SubscriptionOptions {
  /** Only lower ids. Returns the last ones before it. */
  readonly before?: SnowflakeInput | undefined;
  /** Only higher ids. */
  readonly after?: SnowflakeInput | undefined;
  /** The page size, from 1 to 100. Default 50. */
  readonly limit?: number | undefined;
}

const entitlementList = {
  operation: "Listing the entitlements of the application",
  auth: { access: "bot" },
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
  auth: { access: "bot" },
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

/** Entitlements to the application's products (Discord documentation, Entitlement resource). Requires the bot token. */
export class EntitlementEndpoints {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;
  readonly #list: PagedList<EntitlementData, EntitlementOptions>;

  /** @internal Created by `ApiClient`. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/applications/${applicationId}/entitlements`;
    this.#list = new PagedList(transport, this.#path, entitlementList);
  }

  /** Returns one page, lowest id first (the same, "List Entitlements"). */
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
   * Returns one entitlement (the same, "Get Entitlement").
   *
   * @throws ApiError `unknown_entitlement`.
   */
  async get(entitlementId: SnowflakeInput, options: CallOptions = {}): Promise<EntitlementData> {
    const operation = "Getting an entitlement";
    const call = { operation, method: "GET", ...this.#one(entitlementId, options) } as const;
    return this.#transport.read(call, parseEntitlement);
  }

  /**
   * Marks a consumable product (type 3) as consumed, so the user can buy it again (the same, "Consume an Entitlement"). Deliver
   * the product first. If the response is lost, check `consumed` with {@link get}.
   *
   * @throws ApiError `not_consumable`, `unknown_entitlement`.
   */
  async consume(entitlementId: SnowflakeInput, options: CallOptions = {}): Promise<void> {
    const { path, ...call } = this.#one(entitlementId, options);
    const operation = "Consuming an entitlement";
    await this.#transport.call({
      operation,
      method: "POST",
      ...call,
      path: below(path)`/consume`,
      isOnce: true,
    });
  }

  /**
   * Creates an entitlement without an end, to test subscriptions (the same, "Create Test Entitlement"). Not retried if the
   * response is lost.
   *
   * @throws ClientError `invalid_argument` or `invalid_id` before anything is sent; ApiError `unknown_sku`, `unknown_user`,
   *   `unknown_guild`.
   */
  async createTest(entitlement: TestEntitlement, options: CallOptions = {}): Promise<EntitlementData> {
    const { signal } = readCallOptions(options, "options");
    const body = readTestEntitlement(entitlement, "entitlement");
    const operation = "Creating a test entitlement";
    const call = { operation, method: "POST", path: this.#path, access: "bot", body, signal } as const;
    return this.#transport.read({ ...call, isOnce: true }, parseEntitlement);
  }

  /**
   * Deletes a test entitlement (the same, "Delete Test Entitlement").
   *
   * @throws ApiError `not_a_test_entitlement`, `unknown_entitlement`.
   */
  async deleteTest(entitlementId: SnowflakeInput, options: CallOptions = {}): Promise<void> {
    const operation = "Deleting a test entitlement";
    await this.#transport.call({ operation, method: "DELETE", ...this.#one(entitlementId, options) });
  }

  #one(entitlementId: SnowflakeInput, options: CallOptions) {
    const { signal } = readCallOptions(options, "options");
    const path = below(this.#path)`/${parseSnowflake(entitlementId, "entitlementId")}`;
    return { path, access: "bot", signal } as const;
  }
}

/** The user's entitlements. Requires the user token with the scope `identify`. */
export class UserEntitlements {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Created by the current user. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/users/@me/applications/${applicationId}/entitlements`;
  }

  /** Returns all entitlements (the service's published description, `get_current_user_application_entitlements`). */
  async list(options: UserEntitlementOptions = {}): Promise<EntitlementData[]> {
    const { signal, ...filters } = readUserOptions(options, "options");
    const operation = "Listing the entitlements of the user";
    const path = withQuery(this.#path, queryOf(filters));
    const call = { operation, method: "GET", path, ...userCall("identify"), signal } as const;
    return parseList(await this.#transport.call(call), operation, isEntitlement, "entitlements");
  }
}
/** The products that the application sells (Discord documentation, SKU resource). Requires the bot token. */
export class ApplicationSkus {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Created by `ApiClient`. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/applications/${applicationId}/skus`;
  }

  /** Lists all SKUs (the same, "List SKUs"). A subscription has one of type 5, to use, and a group of type 6. */
  async list(options: CallOptions = {}): Promise<SkuData[]> {
    const { signal } = readCallOptions(options, "options");
    const operation = "Listing the SKUs of the application";
    const call = { operation, method: "GET", path: this.#path, access: "bot", signal } as const;
    return parseList(await this.#transport.call(call), operation, isSku, "SKUs");
  }
}

/** The endpoints of a SKU. */
export class SkuEndpoints {
  /** The subscriptions to the SKU. */
  readonly subscriptions: SkuSubscriptions;

  /** @internal Created by `ApiClient`. */
  constructor(transport: Transport, skuId: Snowflake) {
    this.subscriptions = new SkuSubscriptions(transport, skuId);
  }
}

/**
 * The subscriptions to a SKU (Discord documentation, Subscription resource). Requires the bot token. To check access to a
 * product, use entitlements (the same, "Subscription Statuses").
 */
export class SkuSubscriptions {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;
  readonly #list: PagedList<SubscriptionData, SubscriptionOptions>;

  /** @internal Created by the SKU. */
  constructor(transport: Transport, skuId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/skus/${skuId}/subscriptions`;
    this.#list = new PagedList(transport, this.#path, subscriptionList);
  }

  /**
   * Returns one page, lowest id first (the same, "List SKU Subscriptions").
   *
   * @throws ApiError `unknown_sku`.
   */
  async list(options: SubscriptionPageOptions): Promise<SubscriptionData[]> {
    return this.#list.page(options);
  }

  /**
   * Iterates over all subscriptions of the user, fetching pages as needed.
   *
   * @throws ClientError `invalid_argument`, `invalid_id` or `unknown_option`, immediately.
   */
  all(options: SubscriptionOptions): AsyncIterableIterator<SubscriptionData> {
    return this.#list.all(options);
  }

  /**
   * Returns one subscription (the same, "Get SKU Subscription").
   *
   * @throws ApiError with the status 404 if it does not exist.
   */
  async get(subscriptionId: SnowflakeInput, options: CallOptions = {}): Promise<SubscriptionData> {
    const { signal } = readCallOptions(options, "options");
    const path = below(this.#path)`/${parseSnowflake(subscriptionId, "subscriptionId")}`;
    const call = { operation: "Getting a subscription", method: "GET", path, access: "bot", signal } as const;
    return this.#transport.read(call, parserOf(isSubscription, "a subscription"));
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
