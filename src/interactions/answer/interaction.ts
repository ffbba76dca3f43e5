import { hidden, inspectAs } from "../../core/printing.ts";
import { ClientError, ErrorType } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { abortSignal, flag, object, oneOf, optional } from "../../core/check/readers.ts";
import type {
  CommandPayload,
  ComponentPayload,
  InteractionPayload,
  ModalPayload,
} from "../../wire/interaction.ts";
import { CallbackType, type InteractionCallback, type ModalBody } from "../../wire/interaction-callback.ts";
import { type MessageBody, MessageFlag, type WireAttachment } from "../../wire/message.ts";
import type { WireUser } from "../../wire/user.ts";
import { type FileOptions, readFileOptions, toPlain } from "../messages/message-options.ts";
import { prepareMessage } from "../messages/outgoing.ts";
import type { MessagePlace } from "../messages/rules/messages.ts";
import { malformed } from "../../events/interaction-payload.ts";
import type { Delivery } from "./delivery.ts";
import type { Messages } from "./messages.ts";
import { readModalFields } from "./modal-fields.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import { messageLimits } from "../../wire/limits.ts";

/**
 * The same payload, for the game's own code: its token stays readable as `payload.token`, is `[hidden]` where it is printed, and
 * is absent from copies and JSON.
 */
export function hideToken<Payload extends { readonly token: string }>(payload: Payload): Payload {
  if (!Object.prototype.propertyIsEnumerable.call(payload, "token")) return payload;
  const { token } = payload;
  Object.defineProperty(payload, "token", { get: () => token, enumerable: false });
  inspectAs(payload, (shown) => ({ ...shown, token: hidden }));
  return payload;
}

/** An answer of one kind. */
export type AnswerOf<Type extends InteractionCallback["type"]> = Extract<
  InteractionCallback,
  { readonly type: Type }
>;

/** The options of a launch with its response. */
export interface LaunchOptions extends CallOptions {
  /** Answers through the callback endpoint, which tells the instance. */
  readonly withResponse: true;
}

/** A message as an answer, with its files. */
export type MessageAnswer<Type extends 4 | 7> = AnswerOf<Type> & FileOptions;

const readMessage = object<MessageBody>();

const readModal = object<ModalBody>();

const readDeferral = fields<{ readonly ephemeral?: boolean | undefined }>({ ephemeral: optional(flag) });

const readLaunch = fields<LaunchOptions>({
  signal: optional(abortSignal()),
  withResponse: oneOf<true>([true]),
});

/** A player's interaction, and the ways to answer it. The handler returns the answer. */
export class Interaction<Payload extends InteractionPayload = InteractionPayload> {
  static {
    inspectAs(this.prototype, ({ payload }) => ({ payload }));
  }
  // Private, so that printing an interaction does not show its token.
  readonly #payload: Payload;
  readonly #delivery: Delivery;

  /** @internal */
  constructor(payload: Payload, delivery: Delivery) {
    this.#payload = payload;
    this.#delivery = delivery;
  }

  /** The interaction as it came. Its `token` is a secret: not enumerable, so that printing and copying leave it out. */
  get payload(): Payload {
    return hideToken(this.#payload);
  }

  /** The user of the interaction, in a guild or not. */
  get user(): WireUser {
    // One of the two is there: checked when the payload was read.
    return (this.#payload.member?.user ?? this.#payload.user) as WireUser;
  }

  /** Edits of the answer, and messages after it. */
  get messages(): Messages {
    return this.#delivery.messages;
  }

  /**
   * Answers with a message, and with files. Files of more than 256 KiB go out after a deferral: the player sees that an
   * answer is coming, and the 3 seconds of the service do not count.
   *
   * @throws ApiError `invalid_message` for a message that the service would refuse; ClientError `file_too_large`.
   */
  reply(message: MessageBody, options?: FileOptions): MessageAnswer<4> {
    return { type: CallbackType.ChannelMessage, ...this.#prepare(message, options) };
  }

  /**
   * Launches the application's Activity: return it as the answer (Discord documentation, Interactions, LAUNCH_ACTIVITY). A
   * launch is always the first answer, so it comes too late after a deferral.
   */
  launchActivity(): AnswerOf<12>;
  /**
   * The same at once, to learn the instance: await it, and return nothing.
   *
   * @throws ClientError `already_answered`, also after a deferral; ApiError when the service refuses; `no_activity_instance`
   * when it launched nothing.
   */
  launchActivity(options: LaunchOptions): Promise<{
    /** The Activity's instance, for `fetchActivityInstance`. */
    readonly instanceId: string;
  }>;
  launchActivity(options?: LaunchOptions): AnswerOf<12> | Promise<{ readonly instanceId: string }> {
    return options === undefined ? { type: CallbackType.LaunchActivity } : this.#launch(options);
  }

  /**
   * Shows the player that an answer is coming, for up to 15 minutes. It happens by itself 1.5 seconds after the interaction
   * came; ask for it where the wait or the answer is for the player's eyes only.
   */
  async defer(
    options: {
      /** Whether the wait and the answer are for the player's eyes only. Default false. */
      readonly ephemeral?: boolean | undefined;
    } = {},
  ): Promise<void> {
    const { ephemeral = false } = readDeferral(options, "options");
    await this.#delivery.deferForHandler(ephemeral ? MessageFlag.Ephemeral : 0);
  }

  /** @internal The data of an answer that changes the message of the interaction, and its files. */
  protected prepareUpdate(message: MessageBody, options: FileOptions | undefined) {
    return this.#prepare(message, options, { old: this.#payload.message, ignored: ["tts", "poll"] });
  }

  /** @internal A form, checked. */
  protected prepareForm(modal: ModalBody): ModalBody {
    const data = toPlain(readModal(modal, "modal"), "The form");
    this.#delivery.rules.checkForm(data);
    return data;
  }

  /** The data of an answer, checked, and its files. */
  #prepare(
    message: MessageBody,
    options: FileOptions | undefined,
    place: Omit<MessagePlace, "files"> = {},
  ): { readonly data: MessageBody } & FileOptions {
    const { attachment_size_limit: limit = messageLimits.fileBytes } = this.#payload;
    const files = options === undefined ? [] : readFileOptions(options, "options", limit);
    const whole = { operation: "The answer", limit, ...place };
    const { body } = prepareMessage(
      readMessage(message, "message"),
      files,
      whole,
      this.#delivery.rules.checkMessage,
    );
    return {
      data: body,
      ...(files.length > 0 && { files: files.map(({ index: _index, ...file }) => file) }),
    };
  }

  async #launch(options: LaunchOptions): Promise<{ readonly instanceId: string }> {
    const response = await this.#delivery.post(
      { type: CallbackType.LaunchActivity },
      readLaunch(options, "options"),
    );
    const instanceId = response?.resource?.activity_instance?.id;
    if (typeof instanceId !== "string") throw noInstanceError();
    return { instanceId };
  }
}

/** A command that was invoked. */
export class CommandInteraction extends Interaction<CommandPayload> {
  /** Answers with a form, which comes back to a `defineModal`. @throws ApiError `invalid_message`. */
  showModal(modal: ModalBody): AnswerOf<9> {
    return { type: CallbackType.Modal, data: this.prepareForm(modal) };
  }
}

/** A button that was pressed, or a menu that was used. */
export class ComponentInteraction extends Interaction<ComponentPayload> {
  /** Answers by changing the message the component belongs to. @throws as {@link Interaction.reply}. */
  update(message: MessageBody, options?: FileOptions): MessageAnswer<7> {
    return { type: CallbackType.UpdateMessage, ...this.prepareUpdate(message, options) };
  }

  /** Answers with a form, which comes back to a `defineModal`. @throws ApiError `invalid_message`. */
  showModal(modal: ModalBody): AnswerOf<9> {
    return { type: CallbackType.Modal, data: this.prepareForm(modal) };
  }
}

/** A form that was sent. */
export class ModalInteraction extends Interaction<ModalPayload> {
  /** Answers by changing the message whose component opened the form. @throws as {@link Interaction.reply}. */
  update(message: MessageBody, options?: FileOptions): MessageAnswer<7> {
    return { type: CallbackType.UpdateMessage, ...this.prepareUpdate(message, options) };
  }

  /**
   * The files that the player put into a file field; none if it was left empty.
   *
   * @param customId - the `custom_id` of the file upload.
   * @throws ClientError `malformed_payload` if the service does not describe a file.
   */
  files(customId: string): readonly WireAttachment[] {
    const { components, resolved } = this.payload.data;
    const ids = readModalFields(components)[customId];
    if (!Array.isArray(ids)) return [];
    return ids.map((id: string) => {
      const file = resolved?.attachments?.[id];
      if (!file) throw malformed("data.resolved.attachments");
      return file;
    });
  }
}

function noInstanceError(): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "no_activity_instance",
    message: "The launch was accepted, but the service named no Activity instance.",
    hint: "Check that the application has an Activity.",
  });
}
