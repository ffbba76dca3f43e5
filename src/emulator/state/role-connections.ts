import type { Snowflake } from "../../wire/snowflake.ts";
import type { RoleConnection, RoleConnectionMetadata } from "../../wire/role-connection.ts";
import { Recent } from "../base/recent.ts";

/** The values that guilds can demand of players for a role, and the application's values of each player. */
export class RoleConnections {
  metadata: readonly RoleConnectionMetadata[] = [];
  readonly #ofPlayers = new Recent<Snowflake, RoleConnection>();

  /** The application's values of a player. */
  of(playerId: Snowflake): RoleConnection {
    return this.#ofPlayers.get(playerId) ?? { platform_username: null, metadata: {} };
  }

  set(playerId: Snowflake, { platform_name, platform_username, metadata }: RoleConnection): RoleConnection {
    const connection = {
      ...(typeof platform_name === "string" && { platform_name }),
      platform_username: platform_username ?? null,
      metadata: metadata ?? {},
    };
    this.#ofPlayers.set(playerId, connection);
    return connection;
  }
}
