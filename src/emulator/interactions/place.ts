import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../../snowflake.ts";
import type { EmulatorApplication } from "../world/application.ts";
import { createSnowflake } from "../base/new-id.ts";
import type { Player, Players } from "../world/players.ts";

/** Who does something, and where. */
export interface Place {
  /** Name of the player; default the first one. */
  readonly player?: string | undefined;
  /** Default: a direct message. */
  readonly guildId?: SnowflakeInput | undefined;
  readonly channelId?: SnowflakeInput | undefined;
}

/** The same, looked up. */
export interface FoundPlace {
  readonly applicationId: Snowflake;
  readonly player: Player;
  readonly guildId: Snowflake | undefined;
  readonly channelId: Snowflake;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** @throws ClientError `invalid_id`. */
export function findPlace(
  players: Players,
  application: EmulatorApplication,
  { player, guildId, channelId }: Place,
): FoundPlace {
  const now = application.clock.now();
  return {
    applicationId: application.id,
    player: player === undefined ? players.first : players.findOrAdd(player),
    guildId: guildId === undefined ? undefined : parseSnowflake(guildId, "guildId"),
    channelId: channelId === undefined ? createSnowflake(now) : parseSnowflake(channelId, "channelId"),
    now,
  };
}
