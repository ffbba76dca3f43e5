import type { Snowflake } from "./snowflake.ts";
import type { Choice } from "./command-option.ts";
import type { WireMessage, MessageBody } from "./message.ts";

/** Kinds of answers (Discord documentation, Interactions, "Interaction Callback Type"). */
export const CallbackType = {
  Pong: 1,
  ChannelMessage: 4,
  DeferredChannelMessage: 5,
  DeferredUpdate: 6,
  UpdateMessage: 7,
  AutocompleteResult: 8,
  Modal: 9,
  /** @deprecated Send a premium button: `ButtonStyle.Premium`. */
  PremiumRequired: 10,
  LaunchActivity: 12,
} as const;

export type CallbackType = (typeof CallbackType)[keyof typeof CallbackType];

/** A form shown to the player. */
export interface ModalBody {
  /** At most 100 characters; comes back with the submit. */
  readonly custom_id: string;
  /** At most 45 characters. */
  readonly title: string;
  readonly components: readonly object[];
}

/** An answer to an interaction, as the response or as the body of the callback endpoint. */
export type InteractionCallback =
  | { readonly type: 1 }
  | { readonly type: 4; readonly data: MessageBody }
  | { readonly type: 5; readonly data?: Pick<MessageBody, "flags"> }
  | { readonly type: 6 }
  | { readonly type: 7; readonly data: MessageBody }
  | { readonly type: 8; readonly data: { readonly choices: readonly Choice[] } }
  | { readonly type: 9; readonly data: ModalBody }
  | { readonly type: 10 }
  | { readonly type: 12 };

/** The callback endpoint's answer to `with_response=true`. */
export interface InteractionCallbackResponse {
  readonly interaction: {
    readonly id: Snowflake;
    readonly type: number;
    readonly activity_instance_id?: string;
    readonly response_message_id?: Snowflake;
    /** Whether the message is only announced so far. */
    readonly response_message_loading?: boolean;
    readonly response_message_ephemeral?: boolean;
  };
  readonly resource?: {
    readonly type: number;
    /** Of a launch. */
    readonly activity_instance?: { readonly id: string };
    /** Of a message that was sent or updated. */
    readonly message?: WireMessage;
  };
}
