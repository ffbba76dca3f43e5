import type { Snowflake } from "./snowflake.ts";
import type { Choice } from "./command-option.ts";
import type { WireMessage, MessageBody } from "./message.ts";

/** The response types (Discord documentation, Interactions, "Interaction Callback Type"). @stable */
export const CallbackType = {
  /** Responds to a ping. */
  Pong: 1,
  ChannelMessage: 4,
  /** Defers a message. The player sees a loading state. */
  DeferredChannelMessage: 5,
  /** Defers an edit of the component's message. No loading state is shown. */
  DeferredUpdate: 6,
  UpdateMessage: 7,
  /** Suggests values for the option that the player is typing. */
  AutocompleteResult: 8,
  /** Shows a modal. Not allowed as the response to a modal. */
  Modal: 9,
  /** @deprecated Send a premium button: `ButtonStyle.Premium`. */
  PremiumRequired: 10,
  LaunchActivity: 12,
} as const;

export type CallbackType = (typeof CallbackType)[keyof typeof CallbackType];

/** A modal shown to the player. @stable */
export interface ModalBody {
  /** At most 100 characters. Sent back with the submission. */
  readonly custom_id: string;
  /** At most 45 characters. */
  readonly title: string;
  /** 1 to 5 components: labels with one field each, or text. */
  readonly components: readonly object[];
}

/** A response to an interaction. @stable */
export type InteractionCallback =
  | {
      /** The response type: {@link CallbackType}. */
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
        /** The suggestions: at most 25. */
        readonly choices: readonly Choice[];
      };
    }
  | { readonly type: 9; readonly data: ModalBody }
  | { readonly type: 10 }
  | { readonly type: 12 };

/** The response from the callback endpoint if `with_response=true`. @stable */
export interface InteractionCallbackResponse {
  readonly interaction: {
    readonly id: Snowflake;
    /** {@link InteractionType}. */
    readonly type: number;
    readonly activity_instance_id?: string;
    readonly response_message_id?: Snowflake;
    readonly response_message_loading?: boolean;
    /** Whether only the player sees the message. */
    readonly response_message_ephemeral?: boolean;
  };
  /** The message or Activity created by the response, if any. */
  readonly resource?: {
    /** {@link CallbackType}. */
    readonly type: number;
    /** Present only after a launch. */
    readonly activity_instance?: {
      /** The id to pass to `fetchActivityInstance`. */
      readonly id: string;
    };
    /** Present only if a message was sent or updated. */
    readonly message?: WireMessage;
  };
}
