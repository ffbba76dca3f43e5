import { type CallOptions, callFields } from "../core/request/transport.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { UserEntitlements } from "./monetization.ts";
import { UserRoleConnection } from "./role-connections.ts";
import { flag, optional, isSnowflake } from "../core/check/readers.ts";
import { pageSizes } from "../wire/limits.ts";
import { Endpoints, PagedList, type Resource } from "./resource.ts";
import type { UserGuild } from "../wire/user.ts";

/** The endpoints for the user token's owner. @stable */
export class CurrentUserEndpoints {
  readonly guilds: UserGuilds;
  /** The values that the application stored for the user. Guilds can require them for a role. */
  readonly roleConnection: UserRoleConnection;
  readonly entitlements: UserEntitlements;

  /** @internal */
  constructor(user: Resource, applicationId: Snowflake) {
    const application = user.below`/applications/${applicationId}`;
    this.guilds = new UserGuilds(user.below`/guilds`.forUser("guilds"));
    this.roleConnection = new UserRoleConnection(
      application.below`/role-connection`.forUser("role_connections.write"),
    );
    this.entitlements = new UserEntitlements(application.below`/entitlements`.forUser("identify"));
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
export class UserGuilds extends Endpoints {
  readonly #list: PagedList<UserGuild, UserGuildOptions> = new PagedList(this.resource, guildList);

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
