import type { Snowflake } from "./snowflake.ts";
import type { WireUser } from "./user.ts";

/** An uploaded file (Discord documentation, Message, "Attachment Object"). */
export interface WireAttachment {
  /** The file's id. */
  readonly id: Snowflake;
  /** The name with its extension: `map.png`. */
  readonly filename: string;
  /** The size in bytes. */
  readonly size: number;
  /** The URL of the file. Its signature expires. */
  readonly url: string;
  /** The media type: `image/png`. */
  readonly content_type?: string;
}

/** A message (Discord documentation, Message, "Message Object"), limited to the fields used by this library. */
export interface WireMessage {
  /** The id, which increases with each message. */
  readonly id: Snowflake;
  /** The channel or thread of the message. */
  readonly channel_id: Snowflake;
  /** The author: a user or bot. */
  readonly author: WireUser;
  /** The text. Empty if absent or not readable for the application. */
  readonly content: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** The attached files. */
  readonly attachments?: readonly WireAttachment[];
  /** The embeds, in the service's format. */
  readonly embeds?: readonly unknown[];
  /** The components, in the service's format. */
  readonly components?: readonly unknown[];
  /** The bits of {@link MessageFlag}. */
  readonly flags?: number;
  /** The player's action that caused it (Discord documentation, Message, "Message Interaction Metadata Object"). */
  readonly interaction_metadata?: object;
  /** @deprecated Read {@link WireMessage.interaction_metadata} (Discord documentation, Message, "Message Object"). */
  readonly interaction?: object;
}

/** The bits of `flags` (Discord documentation, Message, "Message Flags"). */
export const MessageFlag = {
  /** 1 << 2: embeds are not shown. */
  SuppressEmbeds: 4,
  /** Only the invoking player sees the message. */
  Ephemeral: 64,
  /** 1 << 12: no push or desktop notifications. */
  SuppressNotifications: 4096,
  /** 1 << 13: the message is a voice message with one file. */
  IsVoiceMessage: 8192,
  /** The message consists of components, without content, embeds or a poll. */
  IsComponentsV2: 32_768,
} as const;
export type MessageFlag = (typeof MessageFlag)[keyof typeof MessageFlag];

/** The bits that a sender may set (Discord documentation, Interactions, "Messages"). Others are ignored. */
export const settableApplicationFlags: number =
  MessageFlag.SuppressEmbeds |
  MessageFlag.Ephemeral |
  MessageFlag.SuppressNotifications |
  MessageFlag.IsVoiceMessage |
  MessageFlag.IsComponentsV2;

/** The bit of a deferred message. Only the service sets it. */
export const loadingFlag = 128;

/** A message to send (Discord documentation, Interactions, "Messages"). */
export interface MessageBody {
  /** At most 2000 characters. */
  readonly content?: string;
  /** Whether the message is read aloud. Default false. */
  readonly tts?: boolean;
  /** At most 10, with at most 25 fields each and 6000 characters in total. */
  readonly embeds?: readonly object[];
  /** At most 5 rows; with {@link MessageFlag.IsComponentsV2}, at most 40 components, including nested ones. */
  readonly components?: readonly object[];
  /** Descriptions of files. In an edit, the list must include existing files to keep. */
  readonly attachments?: readonly AttachmentBody[];
  /** A poll (Discord documentation, Poll, "Poll Create Request Object"). Not in an edit. */
  readonly poll?: object;
  /** The mentions that notify users and roles (Discord documentation, Message, "Allowed Mentions Object"). Default: all. */
  readonly allowed_mentions?: object;
  /** The bits of {@link MessageFlag}. */
  readonly flags?: number;
}

/** The description of a file (Discord documentation, Message, "Attachment Object"). */
export interface AttachmentBody {
  /** The file's index in the request, from 0, or an existing file's id. */
  readonly id: Snowflake | number;
  /** The displayed name. Default: the name of the file. */
  readonly filename?: string;
  /** At most 1024 characters. */
  readonly description?: string;
}

/** A message to a channel (Discord documentation, Message, "Create Message"). */
export interface ChannelMessageBody extends MessageBody {
  /** At most 25 characters. Included in the returned message. */
  readonly nonce?: string | number;
  /** Whether to return an existing message with the same nonce from the last few minutes. */
  readonly enforce_nonce?: boolean;
  /** At most 3. */
  readonly sticker_ids?: readonly Snowflake[];
  /** The message to reply to. */
  readonly message_reference?: {
    /** The message's id, in the same channel. */
    readonly message_id: Snowflake;
    /** Whether a missing message is an error. Otherwise a normal message is sent. Default true. */
    readonly fail_if_not_exists?: boolean;
  };
}
