import type { Snowflake } from "./snowflake.ts";
import type { Choice } from "./command-option.ts";
import type { WireMessage, MessageBody } from "./message.ts";

/** The types of responses (Discord documentation, Interactions, "Interaction Callback Type"). */
export const CallbackType = {
  /** Responds to a ping. */
  Pong: 1,
  /** Responds with a message. */
  ChannelMessage: 4,
  /** Defers a message: the player sees a loading state. */
  DeferredChannelMessage: 5,
  /** Defers an edit of the component's message, without a loading state. */
  DeferredUpdate: 6,
  /** Edits the component's message. */
  UpdateMessage: 7,
  /** Suggests values for the option being typed. */
  AutocompleteResult: 8,
  /** Shows a modal. Not allowed as the response to a modal. */
  Modal: 9,
  /** @deprecated Send a premium button: `ButtonStyle.Premium`. */
  PremiumRequired: 10,
  /** Launches the application's Activity. */
  LaunchActivity: 12,
} as const;

export type CallbackType = (typeof CallbackType)[keyof typeof CallbackType];

/** A modal shown to the player. */
export interface ModalBody {
  /** At most 100 characters. Included in the submission. */
  readonly custom_id: string;
  /** At most 45 characters. */
  readonly title: string;
  /** 1 to 5 components: labels with one field each, or text. */
  readonly components: readonly object[];
}

/** A response to an interaction. */
export type InteractionCallback =
  | {
      /** The type of response: {@link CallbackType}. */
      readonly type: 1;
    }
  | {
      readonly type: 4;
      /** The message, suggestions or modal, depending on `type`. */
      readonly data: MessageBody;
    }
  | { readonly type: 5; readonly data?: Pick<MessageBody, "flags"> }
  | { readonly type: 6 }
  | { readonly type: 7; readonly data: MessageBody }
  | {
      readonly type: 8;
      readonly data: {
        /** At most 25. */
        readonly choices: readonly Choice[];
      };
    }
  | { readonly type: 9; readonly data: ModalBody }
  | { readonly type: 10 }
  | { readonly type: 12 };

/** The callback endpoint's response to `with_response=true`. */
export interface InteractionCallbackResponse {
  /** The interaction that was responded to. */
  readonly interaction: {
    /** The interaction's id. */
    readonly id: Snowflake;
    /** {@link InteractionType}. */
    readonly type: number;
    /** The Activity that was launched or joined. */
    readonly activity_instance_id?: string;
    /** The message created by the response. */
    readonly response_message_id?: Snowflake;
    /** Whether the message is still deferred. */
    readonly response_message_loading?: boolean;
    /** Whether only the player sees the message. */
    readonly response_message_ephemeral?: boolean;
  };
  /** The message or Activity created by the response, if any. */
  readonly resource?: {
    /** {@link CallbackType}. */
    readonly type: number;
    /** Only for a launch. */
    readonly activity_instance?: {
      /** The id for `fetchActivityInstance`. */
      readonly id: string;
    };
    /** Only for a sent or updated message. */
    readonly message?: WireMessage;
  };
}
