import type { Snowflake, SnowflakeInput } from "./snowflake.ts";
import type { WireUser } from "./user.ts";

/** The application's own strings, by name: at most 1000 characters in total, including the names. @stable */
export type LobbyMetadata = Readonly<Record<string, string>>;

/** The bits of a lobby member's `flags` (Discord documentation, Lobby, "Lobby Member Flags"). @stable */
export const LobbyMemberFlags = {
  /** The member can link a text channel to the lobby. */
  CanLinkLobby: 1,
} as const;

/** A lobby member (Discord documentation, Lobby, "Lobby Member Object"). @stable */
export interface LobbyMember {
  readonly id: Snowflake;
  /** The application's metadata for the member, if any. */
  readonly metadata: LobbyMetadata | null;
  /** {@link LobbyMemberFlags}. */
  readonly flags: number;
  /** An additional name that the application assigned to the member. */
  readonly additional_name?: string | null;
}

/** An update that adds, changes or removes a member. Omitted fields keep their values; null removes a value. @stable */
export interface LobbyMemberUpdate {
  readonly id: SnowflakeInput;
  readonly metadata?: LobbyMetadata | null | undefined;
  /** {@link LobbyMemberFlags}. */
  readonly flags?: 1 | null | undefined;
  /** 1 to 80 characters. */
  readonly additional_name?: string | null | undefined;
  /** Whether to remove the member. Default false. */
  readonly remove_member?: boolean | null | undefined;
}

/**
 * The fields common to all messages between players (Discord documentation, Webhook Events, "Social SDK Message Objects").
 *
 * @stable
 */
export interface SocialMessage {
  /** The message's id. Later messages have higher ids. */
  readonly id: Snowflake;
  /** The channel's id. For a lobby message, the lobby's id. */
  readonly channel_id: Snowflake;
  readonly author: WireUser;
  readonly content: string;
  /** The message's type (Discord documentation, Message, "Message Types"). */
  readonly type?: number | null;
  /** The flag bits (Discord documentation, Message, "Message Flags"). */
  readonly flags?: number | null;
  readonly application_id?: Snowflake | null;
  /** ISO 8601. */
  readonly timestamp?: string | null;
  /** ISO 8601. */
  readonly edited_timestamp?: string | null;
}

/** A message in a lobby, or in its linked channel. @stable */
export interface LobbyMessage extends SocialMessage {
  readonly lobby_id: Snowflake;
}

/** A deleted lobby message. @stable */
export type DeletedLobbyMessage = Pick<LobbyMessage, "id" | "lobby_id">;

/** A direct message between two players, at least one of whom is in the game. @stable */
export interface GameDirectMessage extends SocialMessage {
  /** The lobby, if the message belongs to one. */
  readonly lobby_id?: Snowflake | null;
  readonly recipient_id?: Snowflake | null;
}
