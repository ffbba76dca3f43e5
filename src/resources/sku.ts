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

/** What the application sells (Discord documentation, SKU resource). Needs the bot's token. */
export class ApplicationSkus {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/applications/${applicationId}/skus`;
  }

  /**
   * All of them (the same, "List SKUs"). The service has two for each subscription: the one of the type 5 is meant, not its group of
   * the type 6.
   */
  async list(options: CallOptions = {}): Promise<SkuData[]> {
    const { signal } = readCallOptions(options, "options");
    const operation = "Listing the SKUs of the application";
    const call = { operation, method: "GET", path: this.#path, access: "bot", signal } as const;
    return parseList(await this.#transport.call(call), operation, isSku, "SKUs");
  }
}

/** The calls for a SKU. */
export class SkuEndpoints {
  /** Lists who subscribes to it. */
  readonly subscriptions: SkuSubscriptions;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, skuId: Snowflake) {
    this.subscriptions = new SkuSubscriptions(transport, skuId);
  }
}

/** Whose subscriptions are asked for. */
export interface SubscriptionOptions extends CallOptions {
  /** The user who pays: the service lists the subscriptions of one user at a time. */
  readonly userId: SnowflakeInput;
}

/** Which page of the subscriptions is asked for. */
export interface SubscriptionPageOptions extends SubscriptionOptions {
  /** Only subscriptions whose ids are less: the last ones of them. */
  readonly before?: SnowflakeInput | undefined;
  /** Only subscriptions whose ids are greater. */
  readonly after?: SnowflakeInput | undefined;
  /** How many, from 1 to 100. Default 50. */
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
 * Who pays for a SKU again and again (Discord documentation, Subscription resource). Needs the bot's token. Whether a user has
 * something is said by entitlements, not by these (the same, "Subscription Statuses").
 */
export class SkuSubscriptions {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Made by the SKU. */
  constructor(transport: Transport, skuId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/skus/${skuId}/subscriptions`;
  }

  /** One page, the lowest id first (the same, "List SKU Subscriptions"). @throws ApiError `unknown_sku`. */
  async list(options: SubscriptionPageOptions): Promise<SubscriptionData[]> {
    return this.#fetchPage(readPageOptions(options, "options"));
  }

  /**
   * Every subscription of the user, page by page as they are asked for.
   *
   * @throws ClientError `invalid_argument`, `invalid_id` or `unknown_option` at once, before anything is sent.
   */
  all(options: SubscriptionOptions): AsyncIterableIterator<SubscriptionData> {
    const checked = readOptions(options, "options");
    return walkPages({
      size: pageSizes.subscriptions,
      fetch: async (after = "0") => this.#fetchPage({ ...checked, after, limit: pageSizes.subscriptions }),
      idOf: ({ id }) => id,
    });
  }

  /** One subscription (the same, "Get SKU Subscription"). @throws ApiError with the status 404 where there is none. */
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
