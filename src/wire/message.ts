import type { Snowflake } from "./snowflake.ts";
import type { WireUser } from "./user.ts";

/** An uploaded file (Discord documentation, Message, "Attachment Object"). */
export interface WireAttachment {
  /** Id of the file. */
  readonly id: Snowflake;
  /** Name with its ending: `map.png`. */
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  /** Address to read it from. Its signature ends after a while. */
  readonly url: string;
  /** Media type: `image/png`. */
  readonly content_type?: string;
}

/** A message (Discord documentation, Message, "Message Object"): the part that the library types. */
export interface WireMessage {
  /** Greater than that of every older message. */
  readonly id: Snowflake;
  /** The channel or thread that it stands in. */
  readonly channel_id: Snowflake;
  /** The user or bot who wrote it. */
  readonly author: WireUser;
  /** The text. Empty where the application may not read it, or there is none. */
  readonly content: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** Its files. */
  readonly attachments?: readonly WireAttachment[];
  /** Its embeds, as the service describes them. */
  readonly embeds?: readonly unknown[];
  /** Its buttons, menus and layout, as the service describes them. */
  readonly components?: readonly unknown[];
  /** {@link MessageFlag} bits. */
  readonly flags?: number;
  /** The player's action that led to it (Discord documentation, Message, "Message Interaction Metadata Object"). */
  readonly interaction_metadata?: object;
  /** @deprecated Read {@link WireMessage.interaction_metadata} (Discord documentation, Message, "Message Object"). */
  readonly interaction?: object;
}

/** Bits of `flags` (Discord documentation, Message, "Message Flags"). */
export const MessageFlag = {
  /** 1 << 2: embeds are not shown. */
  SuppressEmbeds: 4,
  /** Only the player who caused it sees the message. */
  Ephemeral: 64,
  /** 1 << 12: nobody's device rings. */
  SuppressNotifications: 4096,
  /** 1 << 13: its one file is a voice message. */
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
  /** Whether it is read aloud. Default false. */
  readonly tts?: boolean;
  /** At most 10, with at most 25 fields each and 6000 characters in all. */
  readonly embeds?: readonly object[];
  /** At most 5 rows; with {@link MessageFlag.IsComponentsV2} at most 40 components, those inside of others too. */
  readonly components?: readonly object[];
  /** Names and descriptions of its files; in an edit also the old ones that stay, where any are named. */
  readonly attachments?: readonly AttachmentBody[];
  /** A poll (Discord documentation, Poll, "Poll Create Request Object"). Not in an edit. */
  readonly poll?: object;
  /** Mentions that notify somebody (Discord documentation, Message, "Allowed Mentions Object"). Default: all in the text. */
  readonly allowed_mentions?: object;
  /** {@link MessageFlag} bits. */
  readonly flags?: number;
}

/** The description of a file of a message (Discord documentation, Message, "Attachment Object"). */
export interface AttachmentBody {
  /** The `n` of the `n`th file of the request, from 0; or the id of a file that the message has. */
  readonly id: Snowflake | number;
  /** Name that is shown. Default: that of the file. */
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
  readonly message_reference?: {
    /** Id of that message, in the same channel. */
    readonly message_id: Snowflake;
    /** Whether the message is refused where that one is gone; else it is sent as a plain one. Default true. */
    readonly fail_if_not_exists?: boolean;
  };
}
