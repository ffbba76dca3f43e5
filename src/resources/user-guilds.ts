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

/** The calls for the user whose token the credential gives. */
export class CurrentUserEndpoints {
  /** Lists the guilds that the user is in. */
  readonly guilds: UserGuilds;
  /** The application's values of the user, for roles that guilds give by them. */
  readonly roleConnection: UserRoleConnection;
  /** Lists the goods of the application that the user has. */
  readonly entitlements: UserEntitlements;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.guilds = new UserGuilds(transport);
    this.roleConnection = new UserRoleConnection(transport, applicationId);
    this.entitlements = new UserEntitlements(transport, applicationId);
  }
}

/** The options of a question about guilds. */
export interface UserGuildOptions extends CallOptions {
  /** Whether each comes with about how many members it has, and how many of them are online. Default false. */
  readonly withCounts?: boolean | undefined;
}

/** Which guilds are asked for. */
export interface UserGuildPageOptions extends UserGuildOptions {
  /** Only guilds whose ids are less: the last ones of them. */
  readonly before?: SnowflakeInput | undefined;
  /** Only guilds whose ids are greater. */
  readonly after?: SnowflakeInput | undefined;
  /** How many, from 1 to 200. Default 200. */
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

/** The guilds that the user is in (Discord documentation, User, "Get Current User Guilds"). Needs the scope `guilds`. */
export class UserGuilds {
  static {
    inspectAs(this.prototype, () => ({ path }));
  }
  readonly #transport: Transport;

  /** @internal Made by the current user. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page, the lowest id first: all guilds that people can be in. */
  async list(options: UserGuildPageOptions = {}): Promise<UserGuild[]> {
    return this.#fetchPage(readPageOptions(options, "options"));
  }

  /**
   * Every guild, page by page as they are asked for: `for await (const guild of guilds.all())`.
   *
   * @throws ClientError `invalid_argument` or `unknown_option` at once, before anything is sent.
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
