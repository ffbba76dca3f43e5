import type { Snowflake } from "./snowflake.ts";
import type { WireUser } from "./user.ts";

/** An uploaded file (Discord documentation, Message, "Attachment Object"). @stable */
export interface WireAttachment {
  readonly id: Snowflake;
  /** The name with its extension, for example `map.png`. */
  readonly filename: string;
  /** The file's size in bytes. */
  readonly size: number;
  /** The file's signed URL, which expires. */
  readonly url: string;
  /** The media type, for example `image/png`. */
  readonly content_type?: string;
}

/** A message (Discord documentation, Message, "Message Object"), with only the fields that this library uses. @stable */
export interface WireMessage {
  /** The message's id. Later messages have higher ids. */
  readonly id: Snowflake;
  readonly channel_id: Snowflake;
  readonly author: WireUser;
  /** The text. Empty if the message has no text or the application cannot read it. */
  readonly content: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly attachments?: readonly WireAttachment[];
  /** The embeds, in the service's format. */
  readonly embeds?: readonly unknown[];
  readonly components?: readonly unknown[];
  /** The bits of {@link MessageFlag}. */
  readonly flags?: number;
  /** The player's action that led to the message (Discord documentation, Message, "Message Interaction Metadata Object"). */
  readonly interaction_metadata?: object;
  /** @deprecated Use {@link WireMessage.interaction_metadata} (Discord documentation, Message, "Message Object"). */
  readonly interaction?: object;
}

/** The bits of a message's `flags` (Discord documentation, Message, "Message Flags"). @stable */
export const MessageFlag = {
  /** 1 << 2: embeds are hidden. */
  SuppressEmbeds: 4,
  /** Only the invoking player sees the message. */
  Ephemeral: 64,
  /** 1 << 12: the message triggers no push or desktop notifications. */
  SuppressNotifications: 4096,
  /** 1 << 13: the message is a voice message and has exactly one file. */
  IsVoiceMessage: 8192,
  /** The message consists of components and has no content, embeds or poll. */
  IsComponentsV2: 32_768,
} as const;
export type MessageFlag = (typeof MessageFlag)[keyof typeof MessageFlag];

/** The bits that a sender may set (Discord documentation, Interactions, "Messages"). Other bits are ignored. @stable */
export const settableMessageFlags: number =
  MessageFlag.SuppressEmbeds |
  MessageFlag.Ephemeral |
  MessageFlag.SuppressNotifications |
  MessageFlag.IsVoiceMessage |
  MessageFlag.IsComponentsV2;

/** @internal The flag of a deferred message. Only the service sets it. */
export const loadingFlag = 128;

/** A message to send (Discord documentation, Interactions, "Messages"). @stable */
export interface MessageBody {
  /** The text: at most 2000 characters. */
  readonly content?: string;
  /** Whether the message is read aloud. Default false. */
  readonly tts?: boolean;
  /** At most 10 embeds, each with at most 25 fields; 6000 characters in total. */
  readonly embeds?: readonly object[];
  /** At most 5 rows, or, with {@link MessageFlag.IsComponentsV2}, at most 40 components, including nested ones. */
  readonly components?: readonly object[];
  /** The files' descriptions. In an edit, also lists the existing files to keep. */
  readonly attachments?: readonly AttachmentBody[];
  /** A poll (Discord documentation, Poll, "Poll Create Request Object"). Edits cannot contain one. */
  readonly poll?: object;
  /** Which mentions notify users and roles (Discord documentation, Message, "Allowed Mentions Object"). Default: all. */
  readonly allowed_mentions?: object;
  /** The bits of {@link MessageFlag}. */
  readonly flags?: number;
}

/** A file's description (Discord documentation, Message, "Attachment Object"). @stable */
export interface AttachmentBody {
  /** The file's index in the request, starting at 0, or an existing file's id. */
  readonly id: Snowflake | number;
  /** The displayed name. Default: the file's name. */
  readonly filename?: string;
  /** At most 1024 characters. */
  readonly description?: string;
}

/** A message to send to a channel (Discord documentation, Message, "Create Message"). @stable */
export interface ChannelMessageBody extends MessageBody {
  /** At most 25 characters. Included in the returned message. */
  readonly nonce?: string | number;
  /** If true and the nonce was used in the last few minutes, the earlier message is returned and no new one is sent. */
  readonly enforce_nonce?: boolean;
  /** The stickers: at most 3. */
  readonly sticker_ids?: readonly Snowflake[];
  readonly message_reference?: {
    /** The message's id. It must be in the same channel. */
    readonly message_id: Snowflake;
    /** Whether a missing message is an error. If false, a normal message is sent instead. Default true. */
    readonly fail_if_not_exists?: boolean;
  };
}
