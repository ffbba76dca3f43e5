import type { Snowflake } from "./snowflake.ts";
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
  /** The player's action that led to it (Discord documentation, Message, "Message Interaction Metadata Object"). */
  readonly interaction_metadata?: object;
  /** @deprecated Read {@link WireMessage.interaction_metadata} (Application Commands Interface, "Versioning"). */
  readonly interaction?: object;
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
  /** At most 10, with at most 25 fields each and 6000 characters in all. */
  readonly embeds?: readonly object[];
  /** At most 5 rows; with {@link MessageFlag.IsComponentsV2} at most 40 components, those inside of others too. */
  readonly components?: readonly object[];
  /** The descriptions of its files; in an edit also the old files that stay, if any are named. */
  readonly attachments?: readonly AttachmentBody[];
  /** Not in an edit. */
  readonly poll?: object;
  readonly allowed_mentions?: object;
  /** {@link MessageFlag} bits. */
  readonly flags?: number;
}

/** The description of a file of a message (Discord documentation, Message, "Attachment Object"). */
export interface AttachmentBody {
  /** The `n` of the `n`th file of the request, from 0; or the id of a file that the message has. */
  readonly id: Snowflake | number;
  readonly filename?: string;
  /** At most 1024 characters. */
  readonly description?: string;
}

/** A message to a channel (Discord documentation, Message, "Create Message"). */
export interface ChannelMessageBody extends MessageBody {
  /** At most 25 characters; comes back in the message. */
  readonly nonce?: string | number;
  /** Whether a message with the same nonce of the last few minutes is given back, instead of being sent once more. */
  readonly enforce_nonce?: boolean;
  /** At most 3. */
  readonly sticker_ids?: readonly Snowflake[];
  /** The message that is answered. */
  readonly message_reference?: { readonly message_id: Snowflake; readonly fail_if_not_exists?: boolean };
}
