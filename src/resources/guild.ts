import { type ApiPath, apiPath, below } from "../core/request/addresses.ts";
import { type CallOptions, readCallOptions, type Transport } from "../core/request/transport.ts";
import { parseChannels, parseGuild, parseMember, type Parser } from "../core/request/response.ts";
import { parseSnowflake } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { GuildChannel, GuildData, GuildMemberData } from "../wire/guild.ts";

/** The data that the bot can read in a guild. Requires the bot token. */
export class GuildEndpoints {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Created by `ApiClient`. */
  constructor(transport: Transport, guildId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/guilds/${guildId}`;
  }

  /**
   * Returns the guild with its roles (Discord documentation, Guild, "Get Guild").
   *
   * @throws ApiError `missing_access`, `unknown_guild`.
   */
  async get(options: CallOptions = {}): Promise<GuildData> {
    return this.#read("Getting a guild", this.#path, options, parseGuild);
  }

  /**
   * Returns the channels, without threads (the same, "Get Guild Channels").
   *
   * @throws the errors of {@link get}.
   */
  async channels(options: CallOptions = {}): Promise<GuildChannel[]> {
    const operation = "Listing the channels of a guild";
    return this.#read(operation, below(this.#path)`/channels`, options, parseChannels);
  }

  /**
   * Returns one member (the same, "Get Guild Member").
   *
   * @throws the errors of {@link get}; ApiError `unknown_member`.
   */
  async member(
    userId: SnowflakeInput,
    options: CallOptions = {},
  ): Promise<Omit<GuildMemberData, "guild_id">> {
    const path = below(this.#path)`/members/${parseSnowflake(userId, "userId")}`;
    return this.#read("Getting a member of a guild", path, options, parseMember);
  }

  async #read<T>(operation: string, path: ApiPath, options: CallOptions, parse: Parser<T>): Promise<T> {
    const { signal } = readCallOptions(options, "options");
    return this.#transport.read({ operation, method: "GET", path, access: "bot", signal }, parse);
  }
}
