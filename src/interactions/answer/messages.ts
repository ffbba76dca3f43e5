import { createClock, steadyMoment } from "../../core/request/clock.ts";
import { type ApiPath, apiPath, below, withQuery } from "../../core/request/addresses.ts";
import { parseMessage } from "../../core/request/response.ts";
import { type CallOptions, readCallOptions } from "../../core/request/transport.ts";
import { type OutgoingContext, prepareMessage } from "../messages/outgoing.ts";
import type { MessageCheck } from "../messages/rules/messages.ts";
import { type MessageOptions, readMessageOptions } from "../messages/message-file.ts";
import { object, parseSnowflake } from "../../core/check/readers.ts";
import { orAborted } from "../../core/request/abort.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { MessageBody, WireMessage } from "../../wire/message.ts";
import { loadServiceCalls } from "./service.ts";
import type { SendServiceCall, ServiceCall } from "./service-calls.ts";
import { interactionLifetime, messageLimits } from "../../wire/limits.ts";

const timeoutMs = 15_000;
const readMessage = object<MessageBody>();

/** Keeps the first answer ahead of all other messages. */
export interface AnswerOrder {
  /** Changes the first answer once all earlier tasks are done. If there is no answer yet, defers first. */
  changeFirst<T>(change: () => Promise<T>): Promise<T>;
  untilAnnounced(operation: string): Promise<void>;
  untilFirst(operation: string): Promise<void>;
  /** Whether the first answer may still be on its way to the service. */
  readonly isInTransit: boolean;
}

/**
 * An interaction's messages: the first answer (`"@original"`) and follow-ups. They can be sent and changed for 15 minutes
 * (Discord documentation, Interactions, "Followup Messages"). Calls wait for a pending answer, deferral or edit, so the first
 * answer always precedes other messages.
 *
 * Each method throws:
 *
 * - ClientError `not_answered` if there is no answer yet
 * - ClientError `interaction_expired` after 15 minutes, without sending a request, or immediately if a rate limit would last
 *   longer than the remaining time
 * - ApiError `invalid_message` before the request, for a message that the service would reject
 * - ClientError `file_too_large`, `file_size_wrong` or `file_unreadable`, possibly during the upload
 * - ApiError if the service rejects the request, for example after 5 follow-ups if only the user has installed the application
 *
 * @stable
 */
export class Messages {
  readonly #send: SendServiceCall;
  readonly #payload: InteractionPayload;
  readonly #clock = createClock();
  readonly #expires: number;
  readonly #knownMessages = new Map<string, WireMessage>();
  /** @internal The maximum size of one file in bytes. */
  readonly fileBytes: number;
  readonly #order: AnswerOrder;
  readonly #check: MessageCheck;
  #used = false;
  #isFirstDeleted = false;

  /** @internal @param arrived - When the interaction arrived, in milliseconds since 1970. */
  constructor(
    send: SendServiceCall,
    payload: InteractionPayload,
    arrived: number,
    order: AnswerOrder,
    check: MessageCheck,
  ) {
    this.#check = check;
    this.#order = order;
    this.#expires = steadyMoment(this.#clock, arrived + interactionLifetime.tokenMs);
    this.#send = send;
    this.#payload = payload;
    this.fileBytes = payload.attachment_size_limit ?? messageLimits.fileBytes;
  }

  /** @internal Whether the handler itself has written or deleted a message. */
  get used(): boolean {
    return this.#used;
  }

  /** @internal Whether the handler has deleted the first answer or its deferral. */
  get isFirstDeleted(): boolean {
    return this.#isFirstDeleted;
  }

  /**
   * Sends a follow-up message. If a file is a stream, the request is not retried.
   *
   * @throws ClientError `not_answered` if there is no answer. The answer is not deferred automatically, because the service would
   *   then use the message as the answer. A component's handler can send messages once it has called `defer` itself.
   */
  async send(message: MessageBody, options: MessageOptions = {}): Promise<WireMessage> {
    const call = this.#followUp(message, options);
    await orAborted(this.#order.untilFirst(call.operation), call.operation, call.signal);
    return this.#write(call);
  }

  /** @internal Sends the answer that follows a component's deferral. */
  async sendNow(message: MessageBody, options: MessageOptions): Promise<WireMessage> {
    return this.#write(this.#followUp(message, options));
  }

  /** Fetches the answer, or a follow-up if its id is passed. */
  async fetch(messageId: MessageId = "@original", options: CallOptions = {}): Promise<WireMessage> {
    const id = readMessageId(messageId);
    const { signal } = readCallOptions(options, "options");
    const operation = "Fetching a message";
    await orAborted(this.#order.untilAnnounced(operation), operation, signal);
    const call = { operation, method: "GET", path: this.#pathOf(id), signal, timeoutMs } as const;
    return this.#note(parseMessage(await this.#call(call), operation), id);
  }

  /**
   * Replaces the given fields of the answer or a follow-up. If there is no answer or deferral yet, defers first. Editing a
   * deferred answer completes it.
   */
  async edit(
    message: MessageBody,
    messageId: MessageId = "@original",
    options: MessageOptions = {},
  ): Promise<WireMessage> {
    const id = readMessageId(messageId);
    const call = this.#change(message, id, options);
    if (!this.#isFirst(id)) {
      await orAborted(this.#order.untilAnnounced(call.operation), call.operation, call.signal);
      return this.#note(await this.#write(call), id);
    }
    const write = async () => this.#note(await this.#write(call), id);
    return orAborted(this.#order.changeFirst(write), call.operation, call.signal);
  }

  /** @internal Writes the answer, without waiting for earlier tasks. */
  async writeFirst(message: MessageBody, options: MessageOptions): Promise<void> {
    await this.#write(this.#change(message, "@original", options));
  }

  /** Deletes the answer or a follow-up. */
  async delete(messageId: MessageId = "@original", options: CallOptions = {}): Promise<void> {
    const id = readMessageId(messageId);
    const { signal } = readCallOptions(options, "options");
    const operation = "Deleting a message";
    const remove = async () => {
      await this.#call({ operation, method: "DELETE", path: this.#pathOf(id), signal, timeoutMs });
      this.#used = true;
    };
    await orAborted(this.#order.untilAnnounced(operation), operation, signal);
    if (!this.#isFirst(id)) return remove();
    const removeFirst = async () => {
      await remove();
      this.#isFirstDeleted = true;
    };
    return orAborted(this.#order.changeFirst(removeFirst), operation, signal);
  }

  /** Whether `id` is known to be the first answer's id. */
  #isFirst(id: string): boolean {
    return id === "@original" || id === this.#knownMessages.get("@original")?.id;
  }

  #followUp(message: MessageBody, options: MessageOptions): MessageCall {
    const operation = "Sending a follow-up";
    const call = this.#prepare(message, options, { operation });
    return { ...call, method: "POST", path: withQuery(this.#webhook, { wait: true }) };
  }

  #change(message: MessageBody, id: string, options: MessageOptions): MessageCall {
    const old = this.#knownMessages.get(id);
    const operation = "Editing a message";
    const context = { operation, ignored: ["tts"], ...(old ? { old } : { isUnseen: true }) };
    const call = this.#prepare(message, options, context);
    return { ...call, method: "PATCH", path: this.#pathOf(id) };
  }

  #prepare(
    message: MessageBody,
    options: MessageOptions,
    context: Omit<OutgoingContext, "limit">,
  ): Omit<MessageCall, "method" | "path"> {
    const limit = this.fileBytes;
    const { files, signal } = readMessageOptions(options, "options", limit);
    const { body, uploadMs } = prepareMessage(
      readMessage(message, "message"),
      files,
      { ...context, limit },
      this.#check,
    );
    return { operation: context.operation, body, files, limit, timeoutMs: timeoutMs + uploadMs, signal };
  }

  /** Stores a message so that later edits can be validated against it. */
  #note(message: WireMessage, id = message.id): WireMessage {
    this.#knownMessages.set(id, message);
    return message;
  }

  get #webhook(): ApiPath {
    return apiPath`/webhooks/${this.#payload.application_id}/${this.#payload.token}`;
  }

  #pathOf(id: string): ApiPath {
    return below(this.#webhook)`/messages/${id}`;
  }

  async #write(call: MessageCall): Promise<WireMessage> {
    const answer = await this.#call(call);
    this.#used = true;
    return this.#note(parseMessage(answer, call.operation));
  }

  async #call(call: MessageCall): Promise<unknown> {
    const whole = { ...call, token: this.#payload.token };
    const { sendInTime } = await loadServiceCalls();
    return sendInTime(whole, this.#send, {
      now: this.#clock,
      expires: this.#expires,
      isAnswerInTransit: () => this.#order.isInTransit,
    });
  }
}

type MessageCall = Omit<ServiceCall, "token">;

/** `"@original"` for the first answer, or a follow-up's id. @stable */
export type MessageId = SnowflakeInput;

function readMessageId(id: unknown): string {
  return id === "@original" ? id : parseSnowflake(id, "messageId");
}
