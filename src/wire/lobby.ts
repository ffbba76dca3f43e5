import type { Snowflake, SnowflakeInput } from "./snowflake.ts";
import type { WireUser } from "./user.ts";

/** Texts by name that an application keeps with something; names and values have 1000 characters in all. */
export type LobbyMetadata = Readonly<Record<string, string>>;

/** Bits of a member's `flags` (Discord documentation, Lobby, "Lobby Member Flags"). */
export const LobbyMemberFlags = {
  /** May link a channel for texts to the lobby. */
  CanLinkLobby: 1,
} as const;

/** Somebody in a lobby (Discord documentation, Lobby, "Lobby Member Object"). */
export interface LobbyMember {
  /** Id of the user. */
  readonly id: Snowflake;
  /** Texts that the application keeps of them; null: none. */
  readonly metadata: LobbyMetadata | null;
  /** {@link LobbyMemberFlags}. */
  readonly flags: number;
  /** The application's text beside their name. */
  readonly additional_name?: string | null;
}

/** The change of one user: added, changed or removed. An absent field stays as it is, and null takes it away. */
export interface LobbyMemberUpdate {
  /** Id of the user who is added, changed or removed. */
  readonly id: SnowflakeInput;
  /** Texts that the application keeps of them. */
  readonly metadata?: LobbyMetadata | null | undefined;
  /** {@link LobbyMemberFlags}. */
  readonly flags?: 1 | null | undefined;
  /** 1 to 80 characters. */
  readonly additional_name?: string | null | undefined;
  /** Takes the user out of the lobby. Default false. */
  readonly remove_member?: boolean | null | undefined;
}

/** The common fields of messages between players (Discord documentation, Webhook Events, "Social SDK Message Objects"). */
export interface SocialMessage {
  /** Greater than that of every older message. */
  readonly id: Snowflake;
  /** The channel that it stands in; of a lobby the id of the lobby. */
  readonly channel_id: Snowflake;
  /** The player who wrote it. */
  readonly author: WireUser;
  /** The text. */
  readonly content: string;
  /** Kind of message (Discord documentation, Message, "Message Types"). */
  readonly type?: number | null;
  /** Bits (Discord documentation, Message, "Message Flags"). */
  readonly flags?: number | null;
  /** The application whose game it was written in. */
  readonly application_id?: Snowflake | null;
  /** ISO 8601. */
  readonly timestamp?: string | null;
  /** ISO 8601. */
  readonly edited_timestamp?: string | null;
}

/** A message in a lobby, or in the channel that is linked with it. */
export interface LobbyMessage extends SocialMessage {
  /** The lobby that it was written in. */
  readonly lobby_id: Snowflake;
}

/** A message in a lobby is gone. */
export type DeletedLobbyMessage = Pick<LobbyMessage, "id" | "lobby_id">;

/** A message between two players, of whom one at least plays the game. */
export interface GameDirectMessage extends SocialMessage {
  /** A lobby, where the message belongs to one. */
  readonly lobby_id?: Snowflake | null;
  /** The player who gets it. */
  readonly recipient_id?: Snowflake | null;
}
