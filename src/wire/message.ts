import type { Snowflake } from "../snowflake.ts";
import type { WireUser } from "./user.ts";

/** An uploaded file (Discord documentation, Message, "Attachment Object"). */
export interface WireAttachment {
  readonly id: Snowflake;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  readonly url: string;
  readonly content_type?: string;
}

/** A message (Discord documentation, Message, "Message Object"): the part that the library types. */
export interface WireMessage {
  readonly id: Snowflake;
  readonly channel_id: Snowflake;
  readonly author: WireUser;
  readonly content: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly attachments?: readonly WireAttachment[];
  readonly embeds?: readonly unknown[];
  readonly components?: readonly unknown[];
  readonly flags?: number;
}

/** Bits of `flags` (Discord documentation, Message, "Message Flags"). */
export const MessageFlag = {
  SuppressEmbeds: 4,
  /** Only the player who caused it sees the message. */
  Ephemeral: 64,
  SuppressNotifications: 4096,
  IsVoiceMessage: 8192,
  /** The message consists of components: no content, embeds or poll. */
  IsComponentsV2: 32_768,
} as const;
export type MessageFlag = (typeof MessageFlag)[keyof typeof MessageFlag];

/** The bits that a sender may set (Discord documentation, Interactions, "Messages"); others are ignored. */
export const settableFlags: number =
  MessageFlag.SuppressEmbeds |
  MessageFlag.Ephemeral |
  MessageFlag.SuppressNotifications |
  MessageFlag.IsVoiceMessage |
  MessageFlag.IsComponentsV2;

/** The bit of a message that an application has only announced so far. Only the service sets it. */
export const loadingFlag = 128;

/** A message to send (Discord documentation, Interactions, "Messages"). */
export interface MessageBody {
  /** At most 2000 characters. */
  readonly content?: string;
  readonly tts?: boolean;
  /** At most 10, with at most 25 fields each. */
  readonly embeds?: readonly object[];
  readonly components?: readonly object[];
  readonly allowed_mentions?: object;
  /** {@link MessageFlag} bits. */
  readonly flags?: number;
}
