import { type ApiPath, apiPath, below, withQuery } from "../core/request/addresses.ts";
import { callFields, type CallOptions, readCallOptions, type Transport } from "../core/request/transport.ts";
import { parseList, parserOf, type Parser } from "../core/request/response.ts";
import { fields } from "../core/check/fields.ts";
import { isObject, isSnowflake, optional, parseSnowflake, textOf, whole } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { GuildChannel, GuildData, GuildMemberData } from "../wire/guild.ts";
import { pageSizes } from "../wire/limits.ts";

/** How members are searched for. */
export interface MemberSearchOptions extends CallOptions {
  /** How many members at most, from 1 to 1000. Default 1000. */
  readonly limit?: number | undefined;
}

const readText = textOf();
const readSearchOptions = fields<MemberSearchOptions>({
  ...callFields,
  limit: optional(whole(1, pageSizes.members)),
});

/** The facts that a bot of a guild can read of it. Needs the bot's token. */
export class GuildEndpoints {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, guildId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/guilds/${guildId}`;
  }

  /** The guild with its roles (Discord documentation, Guild, "Get Guild"). @throws ApiError `missing_access`, `unknown_guild`. */
  async get(options: CallOptions = {}): Promise<GuildData> {
    return this.#read("Getting a guild", this.#path, options, parserOf(isGuild, "a guild"));
  }

  /** Its channels without threads (the same, "Get Guild Channels"). @throws as {@link get}. */
  async channels(options: CallOptions = {}): Promise<GuildChannel[]> {
    const operation = "Listing the channels of a guild";
    return this.#read(operation, below(this.#path)`/channels`, options, parseChannels);
  }

  /** One of its members (the same, "Get Guild Member"). @throws as {@link get}; ApiError `unknown_member`. */
  async member(
    userId: SnowflakeInput,
    options: CallOptions = {},
  ): Promise<Omit<GuildMemberData, "guild_id">> {
    const path = below(this.#path)`/members/${parseSnowflake(userId, "userId")}`;
    return this.#read("Getting a member of a guild", path, options, parserOf(isMember, "a member"));
  }

  /**
   * Its members whose username or nickname starts with a text (the same, "Search Guild Members").
   *
   * @throws as {@link get}.
   */
  async searchMembers(
    text: string,
    options: MemberSearchOptions = {},
  ): Promise<Omit<GuildMemberData, "guild_id">[]> {
    const { limit = pageSizes.members, signal } = readSearchOptions(options, "options");
    const query = { query: readText(text, "text"), limit };
    const path = withQuery(below(this.#path)`/members/search`, query);
    return this.#read("Searching the members of a guild", path, { signal }, parseMembers);
  }

  async #read<T>(operation: string, path: ApiPath, options: CallOptions, parse: Parser<T>): Promise<T> {
    const { signal } = readCallOptions(options, "options");
    return this.#transport.read({ operation, method: "GET", path, access: "bot", signal }, parse);
  }
}

function isGuild(value: unknown): value is GuildData {
  return isObject(value) && isSnowflake(value["id"]) && Array.isArray(value["roles"]);
}

const parseChannels: Parser<GuildChannel[]> = (answer, operation) =>
  parseList(answer, operation, isChannel, "channels");

function isChannel(value: unknown): value is GuildChannel {
  return isObject(value) && isSnowflake(value["id"]) && typeof value["type"] === "number";
}

const parseMembers: Parser<Omit<GuildMemberData, "guild_id">[]> = (answer, operation) =>
  parseList(answer, operation, isMember, "members");

function isMember(value: unknown): value is Omit<GuildMemberData, "guild_id"> {
  return isObject(value) && isObject(value["user"]) && Array.isArray(value["roles"]);
}
