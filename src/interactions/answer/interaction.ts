import { hidden, inspectAs } from "../../core/printing.ts";
import { ClientError, ErrorType } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { abortSignal, flag, isObject, object, oneOf, optional } from "../../core/check/readers.ts";
import type {
  CommandPayload,
  ComponentPayload,
  InteractionPayload,
  ModalPayload,
} from "../../wire/interaction.ts";
import { CallbackType, type InteractionCallback, type ModalBody } from "../../wire/interaction-callback.ts";
import { type MessageBody, MessageFlag, type WireAttachment } from "../../wire/message.ts";
import type { WireUser } from "../../wire/user.ts";
import { prepareMessage } from "../messages/outgoing.ts";
import { type FileOptions, readFileOptions, toPlain } from "../messages/message-file.ts";
import type { MessageContext } from "../messages/rules/messages.ts";
import { malformed } from "../../events/interaction-payload.ts";
import type { Delivery } from "./delivery.ts";
import type { Messages } from "./messages.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import { messageLimits } from "../../wire/limits.ts";

/** Keeps a payload's token from being printed, copied or serialized. `payload.token` remains readable. */
export function hideToken<Payload extends { readonly token: string }>(payload: Payload): Payload {
  if (!Object.prototype.propertyIsEnumerable.call(payload, "token")) return payload;
  const { token } = payload;
  Object.defineProperty(payload, "token", { get: () => token, enumerable: false });
  inspectAs(payload, (self) => ({ ...self, token: hidden }));
  return payload;
}

/** An answer of a specific type. @stable */
export type AnswerOf<Type extends InteractionCallback["type"]> = Extract<
  InteractionCallback,
  { readonly type: Type }
>;

/** Options for launching an Activity and returning its instance. @stable */
export interface LaunchOptions extends CallOptions {
  /** Answers through the callback endpoint, whose response contains the instance. */
  readonly withResponse: true;
}

/** A message answer and its files. @stable */
export type MessageAnswer<Type extends 4 | 7> = AnswerOf<Type> & FileOptions;

const readMessage = object<MessageBody>();

const readModal = object<ModalBody>();

const readDeferral = fields<{ readonly ephemeral?: boolean | undefined }>({ ephemeral: optional(flag) });

const readLaunch = fields<LaunchOptions>({
  signal: optional(abortSignal()),
  withResponse: oneOf<true>([true]),
});

/** A player's interaction. Its methods create answers, which the handler returns. @stable */
export class Interaction<Payload extends InteractionPayload = InteractionPayload> {
  static {
    inspectAs(this.prototype, ({ payload }) => ({ payload }));
  }
  // Private, because printing an interaction must not reveal its token.
  readonly #payload: Payload;
  readonly #delivery: Delivery;

  /** @internal */
  constructor(payload: Payload, delivery: Delivery) {
    this.#payload = payload;
    this.#delivery = delivery;
  }

  /** The received payload. Its `token` is secret and not enumerable, so it is not printed or copied. */
  get payload(): Payload {
    return hideToken(this.#payload);
  }

  /** The user who triggered the interaction, in a guild or elsewhere. */
  get user(): WireUser {
    // The parser guarantees that one of the two fields contains a user.
    return (this.#payload.member?.user ?? this.#payload.user) as WireUser;
  }

  /** Edits the answer and sends follow-up messages. */
  get messages(): Messages {
    return this.#delivery.messages;
  }

  /**
   * Creates a message answer, optionally with files. If the files exceed 256 KiB, the answer is deferred automatically before
   * they are sent, because the service waits only 3 seconds.
   *
   * @throws ApiError `invalid_message` for a message that the service would reject; ClientError `file_too_large`.
   */
  reply(message: MessageBody, options?: FileOptions): MessageAnswer<4> {
    return { type: CallbackType.ChannelMessage, ...this.#prepare(message, options) };
  }

  /**
   * Creates an answer that launches the application's Activity (Discord documentation, Interactions, LAUNCH_ACTIVITY). This is
   * not possible after a deferral.
   */
  launchActivity(): AnswerOf<12>;
  /**
   * Launches the Activity immediately and returns the instance. Await the result, and return nothing from the handler.
   *
   * @throws ClientError `already_answered` (including after a deferral), or `no_activity_instance` if no Activity was launched;
   *   ApiError if the service rejects the launch.
   */
  launchActivity(options: LaunchOptions): Promise<{
    /** The Activity's instance id, for `fetchActivityInstance`. */
    readonly instanceId: string;
  }>;
  launchActivity(options?: LaunchOptions): AnswerOf<12> | Promise<{ readonly instanceId: string }> {
    return options === undefined ? { type: CallbackType.LaunchActivity } : this.#launch(options);
  }

  /**
   * Shows the player that an answer is pending, for up to 15 minutes. The library does this automatically 1.5 seconds after the
   * interaction arrives. Call this method yourself to make the answer ephemeral.
   */
  async defer(
    options: {
      /** Whether only the player can see the deferral and the answer. Default false. */
      readonly ephemeral?: boolean | undefined;
    } = {},
  ): Promise<void> {
    const { ephemeral = false } = readDeferral(options, "options");
    await this.#delivery.deferForHandler(ephemeral ? MessageFlag.Ephemeral : 0);
  }

  /** @internal Prepares an answer that changes the interaction's message. */
  protected prepareUpdate(message: MessageBody, options: FileOptions | undefined) {
    return this.#prepare(message, options, { old: this.#payload.message, ignored: ["tts", "poll"] });
  }

  /** @internal Validates a form. */
  protected prepareForm(modal: ModalBody): ModalBody {
    const data = toPlain(readModal(modal, "modal"), "Opening the form");
    this.#delivery.rules.checkForm(data);
    return data;
  }

  /** Validates an answer's message and files. */
  #prepare(
    message: MessageBody,
    options: FileOptions | undefined,
    context: Omit<MessageContext, "files"> = {},
  ): { readonly data: MessageBody } & FileOptions {
    const { attachment_size_limit: limit = messageLimits.fileBytes } = this.#payload;
    const files = options === undefined ? [] : readFileOptions(options, "options", limit);
    const whole = { operation: "Answering an interaction", limit, ...context };
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

/** An invoked command. @stable */
export class CommandInteraction extends Interaction<CommandPayload> {
  /** Creates an answer that shows a form. Handle its submission with `defineModal`. @throws ApiError `invalid_message`. */
  showModal(modal: ModalBody): AnswerOf<9> {
    return { type: CallbackType.Modal, data: this.prepareForm(modal) };
  }
}

/** A button or select menu that a player used. @stable */
export class ComponentInteraction extends Interaction<ComponentPayload> {
  /** Creates an answer that changes the component's message. @throws the errors thrown by {@link Interaction.reply}. */
  update(message: MessageBody, options?: FileOptions): MessageAnswer<7> {
    return { type: CallbackType.UpdateMessage, ...this.prepareUpdate(message, options) };
  }

  /** Creates an answer that shows a form. Handle its submission with `defineModal`. @throws ApiError `invalid_message`. */
  showModal(modal: ModalBody): AnswerOf<9> {
    return { type: CallbackType.Modal, data: this.prepareForm(modal) };
  }
}

/** A submitted form. @stable */
export class ModalInteraction extends Interaction<ModalPayload> {
  /**
   * Creates an answer that changes the message whose component opened the form. @throws the errors thrown by {@link
   * Interaction.reply}.
   */
  update(message: MessageBody, options?: FileOptions): MessageAnswer<7> {
    return { type: CallbackType.UpdateMessage, ...this.prepareUpdate(message, options) };
  }

  /**
   * Returns the files that the player uploaded in a file upload field. The list may be empty.
   *
   * @param customId - The file upload's `custom_id`.
   * @throws ClientError `malformed_payload` if the payload does not describe an uploaded file.
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
    message: "The launch was accepted, but the service did not return an Activity instance.",
    hint: "Check that the application has an Activity.",
  });
}

/** A form's values, by field `custom_id`: a string, a boolean, a list of selected values, or null. @stable */
export type ModalFields = Readonly<Record<string, string | boolean | readonly string[] | null>>;

// Fields are inside rows and labels. The service does not nest them any deeper.
const maxDepth = 3;

/** Collects a form's fields from its rows and labels. */
export function readModalFields(components: unknown): ModalFields {
  return Object.fromEntries(fieldsIn(components, maxDepth));
}

function fieldsIn(components: unknown, depth: number): [string, ModalFields[string]][] {
  if (!Array.isArray(components) || depth === 0) throw malformed("data.components");
  return components.flatMap((component: unknown) => {
    if (!isObject(component)) throw malformed("data.components");
    if (component["components"] !== undefined) return fieldsIn(component["components"], depth - 1);
    if (component["component"] !== undefined) return fieldsIn([component["component"]], depth - 1);
    const { custom_id: id } = component;
    const value = component["values"] ?? component["value"] ?? null;
    return typeof id === "string" && isFieldValue(value) ? [[id, value]] : [];
  });
}

function isFieldValue(value: unknown): value is ModalFields[string] {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string");
  return value === null || typeof value === "string" || typeof value === "boolean";
}
