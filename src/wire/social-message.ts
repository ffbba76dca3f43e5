import type { Snowflake } from "./snowflake.ts";
import type { WireUser } from "./user.ts";

/** What messages between players have in common (Discord documentation, Webhook Events, "Social SDK Message Objects"). */
export interface SocialMessage {
  readonly id: Snowflake;
  readonly channel_id: Snowflake;
  readonly author: WireUser;
  readonly content: string;
  readonly type?: number | null;
  readonly flags?: number | null;
  readonly application_id?: Snowflake | null;
  /** ISO 8601. */
  readonly timestamp?: string | null;
  /** ISO 8601. */
  readonly edited_timestamp?: string | null;
}

/** A message in a lobby, or in the channel that is linked with it. */
export interface LobbyMessage extends SocialMessage {
  readonly lobby_id: Snowflake;
}

/** A message in a lobby is gone. */
export interface DeletedLobbyMessage {
  readonly id: Snowflake;
  readonly lobby_id: Snowflake;
}

/** A message between two players, of whom one at least plays the game. */
export interface GameDirectMessage extends SocialMessage {
  readonly lobby_id?: Snowflake | null;
  readonly recipient_id?: Snowflake | null;
}
