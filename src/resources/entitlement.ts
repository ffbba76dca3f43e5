import { type Transport, type CallOptions, callFields, readCallOptions } from "../core/request/transport.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { type ApiPath, apiPath, below, withQuery } from "../core/request/addresses.ts";
import { parseList, parserOf } from "../core/request/response.ts";
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
import { pageSizes } from "../wire/limits.ts";
import { type EntitlementData, EntitlementOwnerType, type TestEntitlement } from "../wire/monetization.ts";
import { pageFields, walkPages } from "./pages.ts";
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

const filterFields = {
  ...callFields,
  userId: optional(parseSnowflake),
  guildId: optional(parseSnowflake),
  skuIds: optional(listOf(parseSnowflake)),
  excludeEnded: optional(flag),
  excludeDeleted: optional(flag),
};
const readOptions = fields<EntitlementOptions>(filterFields);
const readPageOptions = fields<EntitlementPageOptions>({
  ...filterFields,
  ...pageFields(pageSizes.entitlements),
});

const readTestEntitlement = fields<TestEntitlement>({
  sku_id: parseSnowflake,
  owner_id: parseSnowflake,
  owner_type: oneOf(Object.values(EntitlementOwnerType)),
});

const listing = "Listing the entitlements of the application";

/** Entitlements to the application's products (Discord documentation, Entitlement resource). Requires the bot token. */
export class EntitlementEndpoints {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Created by `ApiClient`. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/applications/${applicationId}/entitlements`;
  }

  /** Returns one page, lowest id first (the same, "List Entitlements"). */
  async list(options: EntitlementPageOptions = {}): Promise<EntitlementData[]> {
    return this.#fetchPage(readPageOptions(options, "options"));
  }

  /**
   * Iterates over all entitlements, fetching pages as needed: `for await (const one of entitlements.all({ userId }))`.
   *
   * @throws ClientError `invalid_argument`, `invalid_id` or `unknown_option`, immediately.
   */
  all(options: EntitlementOptions = {}): AsyncIterableIterator<EntitlementData> {
    const checked = readOptions(options, "options");
    return walkPages({
      size: pageSizes.entitlements,
      fetch: async (after = "0") => this.#fetchPage({ ...checked, after, limit: pageSizes.entitlements }),
      idOf: ({ id }) => id,
    });
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

  async #fetchPage(options: EntitlementPageOptions): Promise<EntitlementData[]> {
    const { userId, guildId, skuIds, excludeEnded, excludeDeleted, before, after, limit, signal } = options;
    const path = withQuery(this.#path, {
      user_id: userId?.toString(),
      guild_id: guildId?.toString(),
      sku_ids: skuIds?.join(","),
      exclude_ended: excludeEnded,
      exclude_deleted: excludeDeleted,
      before: before?.toString(),
      after: after?.toString(),
      limit,
    });
    const call = { operation: listing, method: "GET", path, access: "bot", signal } as const;
    return parseList(await this.#transport.call(call), listing, isEntitlement, "entitlements");
  }
}

function isEntitlement(value: unknown): value is EntitlementData {
  return isObject(value) && isSnowflake(value["id"]) && isSnowflake(value["sku_id"]);
}

const parseEntitlement = parserOf(isEntitlement, "an entitlement");

/** Filters for the user's entitlements. */
export interface UserEntitlementOptions extends CallOptions {
  /** Only entitlements to these SKUs. Default: all. */
  readonly skuIds?: readonly SnowflakeInput[] | undefined;
  /** Whether to exclude consumed entitlements. Default false. */
  readonly excludeConsumed?: boolean | undefined;
}

const readUserOptions = fields<UserEntitlementOptions>({
  ...callFields,
  skuIds: optional(listOf(parseSnowflake)),
  excludeConsumed: optional(flag),
});

const ofUser = "Listing the entitlements of the user";

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
    const { skuIds, excludeConsumed, signal } = readUserOptions(options, "options");
    const path = withQuery(this.#path, { sku_ids: skuIds?.join(","), exclude_consumed: excludeConsumed });
    const call = { operation: ofUser, method: "GET", path, ...userCall("identify"), signal } as const;
    return parseList(await this.#transport.call(call), ofUser, isEntitlement, "entitlements");
  }
}
