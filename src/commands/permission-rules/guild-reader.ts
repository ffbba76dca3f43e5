import { apiPath, below, withQuery, type ApiPath } from "../../core/request/addresses.ts";
import {
  type GuildMember,
  parseChannels,
  parseGuild,
  parseMember,
  parseMembers,
  type Parser,
} from "../../core/request/response.ts";
import type { CallOptions, Transport } from "../../core/request/transport.ts";
import type { GuildChannel, GuildData } from "../../wire/guild.ts";
import { pageSizes } from "../../wire/limits.ts";
import type { Snowflake } from "../../wire/snowflake.ts";

/** Separate from `ApiClient`, so that planning does not load that client. */
export class GuildReader {
  readonly #transport: Transport;
  readonly #path: ApiPath;
  readonly #options: CallOptions;

  constructor(transport: Transport, guildId: Snowflake, options: CallOptions) {
    this.#transport = transport;
    this.#path = apiPath`/guilds/${guildId}`;
    this.#options = options;
  }

  /** Discord documentation, Guild, "Get Guild". */
  guild(): Promise<GuildData> {
    return this.#read("Getting a guild", this.#path, parseGuild);
  }

  /** The same, "Get Guild Channels". */
  channels(): Promise<GuildChannel[]> {
    return this.#read("Listing the channels of a guild", below(this.#path)`/channels`, parseChannels);
  }

  /** The same, "Get Guild Member". */
  member(userId: Snowflake): Promise<GuildMember> {
    return this.#read("Getting a member of a guild", below(this.#path)`/members/${userId}`, parseMember);
  }

  /** The same, "Search Guild Members". Matches the start of a username or nickname. */
  searchMembers(text: string): Promise<GuildMember[]> {
    const path = withQuery(below(this.#path)`/members/search`, { query: text, limit: pageSizes.members });
    return this.#read("Searching the members of a guild", path, parseMembers);
  }

  #read<T>(operation: string, path: ApiPath, parse: Parser<T>): Promise<T> {
    return this.#transport.read({ operation, method: "GET", path, access: "bot", ...this.#options }, parse);
  }
}
