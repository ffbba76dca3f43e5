import type { Snowflake, SnowflakeInput } from "./snowflake.ts";
import type { WireUser } from "./user.ts";

/** Custom strings of an application: at most 1000 characters in total, including names. */
export type LobbyMetadata = Readonly<Record<string, string>>;

/** Bits of a member's `flags` (Discord documentation, Lobby, "Lobby Member Flags"). */
export const LobbyMemberFlags = {
  /** May link a text channel to the lobby. */
  CanLinkLobby: 1,
} as const;

/** A member of a lobby (Discord documentation, Lobby, "Lobby Member Object"). */
export interface LobbyMember {
  /** The user's id. */
  readonly id: Snowflake;
  /** The application's metadata for the member, or null. */
  readonly metadata: LobbyMetadata | null;
  /** {@link LobbyMemberFlags}. */
  readonly flags: number;
  /** The application's additional name for the member. */
  readonly additional_name?: string | null;
}

/** An update that adds, changes or removes a member. Absent fields are unchanged; null removes a value. */
export interface LobbyMemberUpdate {
  /** The user's id. */
  readonly id: SnowflakeInput;
  /** The application's metadata for the member. */
  readonly metadata?: LobbyMetadata | null | undefined;
  /** {@link LobbyMemberFlags}. */
  readonly flags?: 1 | null | undefined;
  /** 1 to 80 characters. */
  readonly additional_name?: string | null | undefined;
  /** Whether to remove the member. Default false. */
  readonly remove_member?: boolean | null | undefined;
}

/** The common fields of messages between players (Discord documentation, Webhook Events, "Social SDK Message Objects"). */
export interface SocialMessage {
  /** The id, which increases with each message. */
  readonly id: Snowflake;
  /** The channel of the message; in a lobby, the lobby's id. */
  readonly channel_id: Snowflake;
  /** The author. */
  readonly author: WireUser;
  /** The text. */
  readonly content: string;
  /** The message type (Discord documentation, Message, "Message Types"). */
  readonly type?: number | null;
  /** Bits (Discord documentation, Message, "Message Flags"). */
  readonly flags?: number | null;
  /** The application whose game was used. */
  readonly application_id?: Snowflake | null;
  /** ISO 8601. */
  readonly timestamp?: string | null;
  /** ISO 8601. */
  readonly edited_timestamp?: string | null;
}

/** A message in a lobby, or in its linked channel. */
export interface LobbyMessage extends SocialMessage {
  /** The lobby of the message. */
  readonly lobby_id: Snowflake;
}

/** A deleted lobby message. */
export type DeletedLobbyMessage = Pick<LobbyMessage, "id" | "lobby_id">;

/** A direct message between players, at least one of them in the game. */
export interface GameDirectMessage extends SocialMessage {
  /** The lobby, if the message belongs to one. */
  readonly lobby_id?: Snowflake | null;
  /** The recipient. */
  readonly recipient_id?: Snowflake | null;
}
