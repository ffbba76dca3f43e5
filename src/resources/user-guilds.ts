import { type Transport, type CallOptions, callFields } from "../core/request/transport.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { UserEntitlements } from "./monetization.ts";
import { UserRoleConnection, userCall } from "./role-connections.ts";
import { apiPath } from "../core/request/addresses.ts";
import { flag, optional, isSnowflake } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import { pageSizes } from "../wire/limits.ts";
import { Resource, PagedList } from "./resource.ts";
import type { UserGuild } from "../wire/user.ts";

/** The endpoints for the user token's owner. @stable */
export class CurrentUserEndpoints {
  readonly guilds: UserGuilds;
  /** The values that the application stored for the user. Guilds can require them for a role. */
  readonly roleConnection: UserRoleConnection;
  readonly entitlements: UserEntitlements;

  /** @internal */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.guilds = new UserGuilds(transport);
    this.roleConnection = new UserRoleConnection(transport, applicationId);
    this.entitlements = new UserEntitlements(transport, applicationId);
  }
}

/** Options for listing guilds. @stable */
export interface UserGuildOptions extends CallOptions {
  /** Whether to include approximate member counts. Default false. */
  readonly withCounts?: boolean | undefined;
}

/** Options for one page of guilds. @stable */
export interface UserGuildPageOptions extends UserGuildOptions {
  /** Returns the guilds that immediately precede this id. */
  readonly before?: SnowflakeInput | undefined;
  /** Returns only guilds with higher ids than this one. */
  readonly after?: SnowflakeInput | undefined;
  /** The page size, from 1 to 200. Default 200. */
  readonly limit?: number | undefined;
}

const path = apiPath`/users/@me/guilds`;

const guildList = {
  operation: "Listing the user's guilds",
  filters: { ...callFields, withCounts: optional(flag) },
  isItem: isUserGuild,
  items: "guilds",
  idOf: ({ id }: UserGuild) => id,
  size: pageSizes.guilds,
};

/**
 * The guilds that the user is in (Discord documentation, User, "Get Current User Guilds"). Requires the `guilds` scope.
 *
 * @stable
 */
export class UserGuilds {
  static {
    inspectAs(this.prototype, () => ({ path }));
  }
  readonly #list: PagedList<UserGuild, UserGuildOptions>;

  /** @internal */
  constructor(transport: Transport) {
    this.#list = new PagedList(new Resource(transport, path, userCall("guilds")), guildList);
  }

  /** Returns one page, sorted by id in ascending order. A page of the default size is large enough for any user account. */
  async list(options: UserGuildPageOptions = {}): Promise<UserGuild[]> {
    return this.#list.page(options);
  }

  /**
   * Iterates over all guilds, fetching pages as needed: `for await (const guild of guilds.all())`.
   *
   * @throws ClientError `invalid_argument` or `unknown_option`, immediately.
   */
  all(options: UserGuildOptions = {}): AsyncIterableIterator<UserGuild> {
    return this.#list.all(options);
  }
}

function isUserGuild(value: unknown): value is UserGuild {
  const { id, name } = (value ?? {}) as Partial<Record<keyof UserGuild, unknown>>;
  return isSnowflake(id) && typeof name === "string";
}
