import { type Transport, type CallOptions, callFields } from "../core/request/transport.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { UserEntitlements } from "./entitlement.ts";
import { UserRoleConnection, userCall } from "./role-connections.ts";
import { apiPath, withQuery } from "../core/request/addresses.ts";
import { parseList } from "../core/request/response.ts";
import { fields } from "../core/check/fields.ts";
import { flag, optional, isSnowflake } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import { pageSizes } from "../wire/limits.ts";
import { pageFields, walkPages } from "./pages.ts";
import type { UserGuild } from "../wire/user.ts";

/** The endpoints of the user whose token is the credential. */
export class CurrentUserEndpoints {
  /** The guilds that the user is in. */
  readonly guilds: UserGuilds;
  /** The application's values for the user, on which guilds can base roles. */
  readonly roleConnection: UserRoleConnection;
  /** The user's entitlements to the application's products. */
  readonly entitlements: UserEntitlements;

  /** @internal Created by `ApiClient`. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.guilds = new UserGuilds(transport);
    this.roleConnection = new UserRoleConnection(transport, applicationId);
    this.entitlements = new UserEntitlements(transport, applicationId);
  }
}

/** Options for listing guilds. */
export interface UserGuildOptions extends CallOptions {
  /** Whether to include approximate member counts. Default false. */
  readonly withCounts?: boolean | undefined;
}

/** Options for one page of guilds. */
export interface UserGuildPageOptions extends UserGuildOptions {
  /** Only lower ids. Returns the last ones before it. */
  readonly before?: SnowflakeInput | undefined;
  /** Only higher ids. */
  readonly after?: SnowflakeInput | undefined;
  /** The page size, from 1 to 200. Default 200. */
  readonly limit?: number | undefined;
}

const guildFields = { ...callFields, withCounts: optional(flag) };
const readOptions = fields<UserGuildOptions>(guildFields);
const readPageOptions = fields<
  UserGuildPageOptions & { readonly before?: Snowflake | undefined; readonly after?: Snowflake | undefined }
>({
  ...guildFields,
  ...pageFields(pageSizes.guilds),
});

const path = apiPath`/users/@me/guilds`;
const operation = "Listing the guilds of the user";
const asUser = userCall("guilds");

/** The guilds that the user is in (Discord documentation, User, "Get Current User Guilds"). Requires the scope `guilds`. */
export class UserGuilds {
  static {
    inspectAs(this.prototype, () => ({ path }));
  }
  readonly #transport: Transport;

  /** @internal Created by the current user. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns one page, lowest id first. A default page holds all guilds of any user account. */
  async list(options: UserGuildPageOptions = {}): Promise<UserGuild[]> {
    return this.#fetchPage(readPageOptions(options, "options"));
  }

  /**
   * Iterates over all guilds, fetching pages as needed: `for await (const guild of guilds.all())`.
   *
   * @throws ClientError `invalid_argument` or `unknown_option`, immediately.
   */
  all(options: UserGuildOptions = {}): AsyncIterableIterator<UserGuild> {
    const checked = readOptions(options, "options");
    return walkPages({
      size: pageSizes.guilds,
      fetch: async (after) => this.#fetchPage({ ...checked, after, limit: pageSizes.guilds }),
      idOf: ({ id }) => id,
    });
  }

  async #fetchPage(options: UserGuildPageOptions): Promise<UserGuild[]> {
    const { withCounts, before, after, limit, signal } = options;
    const page = withQuery(path, {
      before: before?.toString(),
      after: after?.toString(),
      limit,
      with_counts: withCounts,
    });
    const answer = await this.#transport.call({ operation, method: "GET", path: page, ...asUser, signal });
    return parseList(answer ?? [], operation, isUserGuild, "guilds");
  }
}

function isUserGuild(value: unknown): value is UserGuild {
  const { id, name } = (value ?? {}) as Partial<Record<keyof UserGuild, unknown>>;
  return isSnowflake(id) && typeof name === "string";
}
