import type { CallOptions } from "../core/request/transport.ts";
import { parseChannels, parseGuild, parseMember } from "../core/request/response.ts";
import { parseSnowflake } from "../core/check/readers.ts";
import type { SnowflakeInput } from "../wire/snowflake.ts";
import { Endpoints } from "./resource.ts";
import type { GuildChannel, GuildData, GuildMemberData } from "../wire/guild.ts";

/** The data that the bot can read in a guild. Requires a bot token. @stable */
export class GuildEndpoints extends Endpoints {
  /**
   * Returns the guild, including its roles (Discord documentation, Guild, "Get Guild").
   *
   * @throws ApiError `missing_access` or `unknown_guild`.
   */
  async get(options: CallOptions = {}): Promise<GuildData> {
    return this.resource.get("Getting a guild", options, parseGuild);
  }

  /**
   * Returns the guild's channels, excluding threads (Discord documentation, "Get Guild Channels").
   *
   * @throws the errors thrown by {@link get}.
   */
  async channels(options: CallOptions = {}): Promise<GuildChannel[]> {
    return this.resource.below`/channels`.get("Listing a guild's channels", options, parseChannels);
  }

  /**
   * Returns one member (Discord documentation, "Get Guild Member").
   *
   * @throws the errors thrown by {@link get}; ApiError `unknown_member`.
   */
  async member(
    userId: SnowflakeInput,
    options: CallOptions = {},
  ): Promise<Omit<GuildMemberData, "guild_id">> {
    const member = this.resource.below`/members/${parseSnowflake(userId, "userId")}`;
    return member.get("Getting a guild member", options, parseMember);
  }
}
