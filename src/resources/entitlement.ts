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

/** Which entitlements are asked for. */
export interface EntitlementOptions extends CallOptions {
  /** Only those of a user. Default: of all users and guilds. */
  readonly userId?: SnowflakeInput | undefined;
  /** Only those of a guild. Default: of all users and guilds. */
  readonly guildId?: SnowflakeInput | undefined;
  /** Only those to one of these SKUs. Default: to all of the application. */
  readonly skuIds?: readonly SnowflakeInput[] | undefined;
  /** Whether those whose end is over are left out. Default false. */
  readonly excludeEnded?: boolean | undefined;
  /** Whether those that were taken away are left out. Default true. */
  readonly excludeDeleted?: boolean | undefined;
}

/** Which page of the entitlements is asked for. */
export interface EntitlementPageOptions extends EntitlementOptions {
  /** Only entitlements whose ids are less: the last ones of them. */
  readonly before?: SnowflakeInput | undefined;
  /** Only entitlements whose ids are greater. */
  readonly after?: SnowflakeInput | undefined;
  /** How many, from 1 to 100. Default 100. */
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

/** The rights of users and guilds to what the application sells (Discord documentation, Entitlement resource). Needs the bot's token. */
export class EntitlementEndpoints {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/applications/${applicationId}/entitlements`;
  }

  /** One page, the lowest id first (the same, "List Entitlements"). */
  async list(options: EntitlementPageOptions = {}): Promise<EntitlementData[]> {
    return this.#fetchPage(readPageOptions(options, "options"));
  }

  /**
   * Every entitlement, page by page as they are asked for: `for await (const one of entitlements.all({ userId }))`.
   *
   * @throws ClientError `invalid_argument`, `invalid_id` or `unknown_option` at once, before anything is sent.
   */
  all(options: EntitlementOptions = {}): AsyncIterableIterator<EntitlementData> {
    const checked = readOptions(options, "options");
    return walkPages({
      size: pageSizes.entitlements,
      fetch: async (after = "0") => this.#fetchPage({ ...checked, after, limit: pageSizes.entitlements }),
      idOf: ({ id }) => id,
    });
  }

  /** One entitlement (the same, "Get Entitlement"). @throws ApiError `unknown_entitlement`. */
  async get(entitlementId: SnowflakeInput, options: CallOptions = {}): Promise<EntitlementData> {
    const operation = "Getting an entitlement";
    const call = { operation, method: "GET", ...this.#one(entitlementId, options) } as const;
    return this.#transport.read(call, parseEntitlement);
  }

  /**
   * Marks goods of the type 3 as used up: only then can the user buy the same again (the same, "Consume an Entitlement"). Give the
   * user what was bought first: whether a call was done whose answer got lost is said by `consumed` of {@link get}.
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
   * Gives a user or guild an entitlement without an end, for a test of subscriptions (the same, "Create Test Entitlement"). It is not
   * sent again when its answer got lost: it may have been given.
   *
   * @throws ClientError `invalid_argument` or `invalid_id` before anything is sent; ApiError `unknown_sku`, `unknown_user`,
   * `unknown_guild`.
   */
  async createTest(entitlement: TestEntitlement, options: CallOptions = {}): Promise<EntitlementData> {
    const { signal } = readCallOptions(options, "options");
    const body = readTestEntitlement(entitlement, "entitlement");
    const operation = "Creating a test entitlement";
    const call = { operation, method: "POST", path: this.#path, access: "bot", body, signal } as const;
    return this.#transport.read({ ...call, isOnce: true }, parseEntitlement);
  }

  /**
   * Takes a test entitlement away (the same, "Delete Test Entitlement").
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

/** Which of the user's entitlements are asked for. */
export interface UserEntitlementOptions extends CallOptions {
  /** Only those to one of these SKUs. Default: to all of the application. */
  readonly skuIds?: readonly SnowflakeInput[] | undefined;
  /** Whether those that were used up are left out. Default false. */
  readonly excludeConsumed?: boolean | undefined;
}

const readUserOptions = fields<UserEntitlementOptions>({
  ...callFields,
  skuIds: optional(listOf(parseSnowflake)),
  excludeConsumed: optional(flag),
});

const ofUser = "Listing the entitlements of the user";

/** The goods of the application that the user has. Needs the user's token; the scope `identify` is enough. */
export class UserEntitlements {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Made by the current user. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/users/@me/applications/${applicationId}/entitlements`;
  }

  /** All of them (the service's published description, `get_current_user_application_entitlements`). */
  async list(options: UserEntitlementOptions = {}): Promise<EntitlementData[]> {
    const { skuIds, excludeConsumed, signal } = readUserOptions(options, "options");
    const path = withQuery(this.#path, { sku_ids: skuIds?.join(","), exclude_consumed: excludeConsumed });
    const call = { operation: ofUser, method: "GET", path, ...userCall("identify"), signal } as const;
    return parseList(await this.#transport.call(call), ofUser, isEntitlement, "entitlements");
  }
}
