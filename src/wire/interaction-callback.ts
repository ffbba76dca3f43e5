import type { Snowflake } from "./snowflake.ts";
import type { Choice } from "./command-option.ts";
import type { WireMessage, MessageBody } from "./message.ts";

/** Kinds of answers (Discord documentation, Interactions, "Interaction Callback Type"). */
export const CallbackType = {
  /** Answers a ping. */
  Pong: 1,
  /** Answers with a message. */
  ChannelMessage: 4,
  /** Announces a message: the player sees that the application works on it. */
  DeferredChannelMessage: 5,
  /** Announces an edit of the component's message; the player sees nothing. */
  DeferredUpdate: 6,
  /** Edits the message of the component. */
  UpdateMessage: 7,
  /** Suggests values for the option being typed. */
  AutocompleteResult: 8,
  /** Shows a form. Not as the answer to a form. */
  Modal: 9,
  /** @deprecated Send a premium button: `ButtonStyle.Premium`. */
  PremiumRequired: 10,
  /** Launches the application's Activity. */
  LaunchActivity: 12,
} as const;

export type CallbackType = (typeof CallbackType)[keyof typeof CallbackType];

/** A form shown to the player. */
export interface ModalBody {
  /** At most 100 characters; comes back with the submit. */
  readonly custom_id: string;
  /** At most 45 characters. */
  readonly title: string;
  /** 1 to 5: labels with a field each, or texts. */
  readonly components: readonly object[];
}

/** An answer to an interaction, as the response or as the body of the callback endpoint. */
export type InteractionCallback =
  | {
      /** Kind of answer: a {@link CallbackType}. */
      readonly type: 1;
    }
  | {
      readonly type: 4;
      /** Message, suggestions or form, by `type`. */
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

/** The callback endpoint's answer to `with_response=true`. */
export interface InteractionCallbackResponse {
  /** The interaction that was answered. */
  readonly interaction: {
    /** As in the payload. */
    readonly id: Snowflake;
    /** {@link InteractionType}. */
    readonly type: number;
    /** The Activity that was launched or joined. */
    readonly activity_instance_id?: string;
    /** The message that the answer made. */
    readonly response_message_id?: Snowflake;
    /** Whether the message is only announced so far. */
    readonly response_message_loading?: boolean;
    /** Whether only the player sees the message. */
    readonly response_message_ephemeral?: boolean;
  };
  /** The message or Activity that the answer made; absent where it made none. */
  readonly resource?: {
    /** {@link CallbackType}. */
    readonly type: number;
    /** Of a launch. */
    readonly activity_instance?: {
      /** For `fetchActivityInstance`. */
      readonly id: string;
    };
    /** Of a message that was sent or updated. */
    readonly message?: WireMessage;
  };
}
