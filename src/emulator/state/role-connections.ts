import type { Snowflake } from "../../wire/snowflake.ts";
import type { RoleConnection, RoleConnectionMetadata } from "../../wire/role-connection.ts";
import { Recent } from "../base/recent.ts";
import { withoutNulls } from "./command-record.ts";

export class RoleConnections {
  #metadata: readonly RoleConnectionMetadata[] = [];
  readonly #ofPlayers = new Recent<Snowflake, RoleConnection>();

  get metadata(): readonly RoleConnectionMetadata[] {
    return this.#metadata;
  }

  define(records: readonly RoleConnectionMetadata[]): void {
    this.#metadata = records.map(keptFields);
  }

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

function keptFields(kept: RoleConnectionMetadata): RoleConnectionMetadata {
  const { name_localizations, description_localizations } = kept;
  return {
    type: kept.type,
    key: kept.key,
    name: kept.name,
    description: kept.description,
    ...(name_localizations && { name_localizations: withoutNulls(name_localizations) }),
    ...(description_localizations && { description_localizations: withoutNulls(description_localizations) }),
  };
}
