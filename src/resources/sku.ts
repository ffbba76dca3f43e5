import { type Transport, type CallOptions, callFields, readCallOptions } from "../core/request/transport.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { type ApiPath, apiPath, below, withQuery } from "../core/request/addresses.ts";
import { parseList, parserOf } from "../core/request/response.ts";
import { fields } from "../core/check/fields.ts";
import { isObject, isSnowflake, parseSnowflake } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import { pageSizes } from "../wire/limits.ts";
import type { SkuData, SubscriptionData } from "../wire/monetization.ts";
import { pageFields, walkPages } from "./pages.ts";

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

const optionFields = { ...callFields, userId: parseSnowflake };
const readOptions = fields<SubscriptionOptions>(optionFields);
const readPageOptions = fields<SubscriptionPageOptions>({
  ...optionFields,
  ...pageFields(pageSizes.subscriptions),
});

const listing = "Listing the subscriptions to a SKU";

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

  /** @internal Created by the SKU. */
  constructor(transport: Transport, skuId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/skus/${skuId}/subscriptions`;
  }

  /**
   * Returns one page, lowest id first (the same, "List SKU Subscriptions").
   *
   * @throws ApiError `unknown_sku`.
   */
  async list(options: SubscriptionPageOptions): Promise<SubscriptionData[]> {
    return this.#fetchPage(readPageOptions(options, "options"));
  }

  /**
   * Iterates over all subscriptions of the user, fetching pages as needed.
   *
   * @throws ClientError `invalid_argument`, `invalid_id` or `unknown_option`, immediately.
   */
  all(options: SubscriptionOptions): AsyncIterableIterator<SubscriptionData> {
    const checked = readOptions(options, "options");
    return walkPages({
      size: pageSizes.subscriptions,
      fetch: async (after = "0") => this.#fetchPage({ ...checked, after, limit: pageSizes.subscriptions }),
      idOf: ({ id }) => id,
    });
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

  async #fetchPage(options: SubscriptionPageOptions): Promise<SubscriptionData[]> {
    const { userId, before, after, limit, signal } = options;
    const path = withQuery(this.#path, {
      user_id: userId.toString(),
      before: before?.toString(),
      after: after?.toString(),
      limit,
    });
    const call = { operation: listing, method: "GET", path, access: "bot", signal } as const;
    return parseList(await this.#transport.call(call), listing, isSubscription, "subscriptions");
  }
}

function isSku(value: unknown): value is SkuData {
  return isObject(value) && isSnowflake(value["id"]) && typeof value["name"] === "string";
}

function isSubscription(value: unknown): value is SubscriptionData {
  return isObject(value) && isSnowflake(value["id"]) && typeof value["status"] === "number";
}
