import { createClock, steadyMoment } from "../../core/request/clock.ts";
import { type ApiPath, apiPath, below, withQuery } from "../../core/request/addresses.ts";
import { parseMessage } from "../../core/request/response.ts";
import { type CallOptions, readCallOptions } from "../../core/request/transport.ts";
import {
  type CheckedMessageOptions,
  type MessageOptions,
  readMessageOptions,
} from "../messages/message-options.ts";
import { type MessageCheck, type OutgoingPlace, prepareMessage } from "../messages/outgoing.ts";
import { object, parseSnowflake } from "../../core/check/readers.ts";
import { orAborted } from "../../core/request/abort.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { MessageBody, WireMessage } from "../../wire/message.ts";
import { loadServiceCalls } from "./service.ts";
import type { SendServiceCall } from "./service-calls.ts";
import type { ServiceCall } from "./service-calls.ts";
import { interactionLife, messageLimits } from "../../wire/limits.ts";

const timeoutMs = 15_000;
const readMessage = object<MessageBody>();

/** In which order messages go out: the first answer before anything that follows it. */
export interface AnswerOrder {
  /** Runs a change of the first answer after all that was begun before; announces the answer where nothing was said. */
  changeFirst<T>(change: () => Promise<T>): Promise<T>;
  /** @throws ClientError `not_answered` where nothing was said, and nothing announced. */
  untilAnnounced(operation: string): Promise<void>;
  /** @throws ClientError `not_answered` where a message would come before the first answer, or take its place. */
  untilFirst(operation: string): Promise<void>;
  /** Whether the service may not have heard the first answer yet, so that it knows of no messages. */
  readonly isOnItsWay: boolean;
}

/**
 * The messages of an interaction: the first answer (`"@original"`), and those that follow it. All of it works for 15 minutes
 * (Discord documentation, Interactions, "Followup Messages"). Whatever is called first, the first answer goes out first: calls
 * wait for an answer, a deferral or an edit that is on its way, and are refused where none is.
 *
 * Each call throws:
 *
 * - ClientError `not_answered` where there is no answer yet
 * - ClientError `interaction_expired` after the 15 minutes, without asking the service, and at once when the service tells it to
 *   wait for longer than that
 * - ApiError `invalid_message` for what the service would refuse, before it is sent
 * - ClientError `file_too_large`, `file_size_wrong` or `file_unreadable`, also while a file goes out
 * - ApiError when the service refuses; where only the user has installed the application, it allows 5 follow-ups
 */
export class Messages {
  readonly #send: SendServiceCall;
  readonly #payload: InteractionPayload;
  readonly #clock = createClock();
  readonly #expires: number;
  readonly #seen = new Map<string, WireMessage>();
  /** @internal Bytes that one file may have. */
  readonly fileBytes: number;
  readonly #order: AnswerOrder;
  readonly #check: MessageCheck;
  #used = false;
  #isFirstDeleted = false;

  /** @internal @param arrived - when the interaction came, in milliseconds since 1970. */
  constructor(
    send: SendServiceCall,
    payload: InteractionPayload,
    arrived: number,
    order: AnswerOrder,
    check: MessageCheck,
  ) {
    this.#check = check;
    this.#order = order;
    this.#expires = steadyMoment(this.#clock, arrived + interactionLife.tokenMs);
    this.#send = send;
    this.#payload = payload;
    this.fileBytes = payload.attachment_size_limit ?? messageLimits.fileBytes;
  }

  /** @internal Whether the handler has written or deleted anything by itself. */
  get used(): boolean {
    return this.#used;
  }

  /** @internal Whether the handler has deleted the first answer, or what announced it. */
  get isFirstDeleted(): boolean {
    return this.#isFirstDeleted;
  }

  /**
   * Sends a message after the answer. A stream among its files can be read once: the message is then not repeated, whatever
   * happens.
   *
   * @throws ClientError `not_answered` before the answer, at once: after a deferral the service would put the message in the
   * answer's place, and show it as the deferral says. A component's handler may send as soon as it has called `defer` itself.
   */
  async send(message: MessageBody, options: MessageOptions = {}): Promise<WireMessage> {
    const call = this.#followUp(message, options);
    await orAborted(this.#order.untilFirst(call.operation), call.operation, call.signal);
    return this.#write(call);
  }

  /** @internal The same for the answer itself, which follows a component's deferral. */
  async sendNow(message: MessageBody, options: MessageOptions): Promise<WireMessage> {
    return this.#write(this.#followUp(message, options));
  }

  /** Fetches the answer, or a message after it by its id. */
  async fetch(messageId: MessageId = "@original", options: CallOptions = {}): Promise<WireMessage> {
    const id = readMessageId(messageId);
    const { signal } = readCallOptions(options, "options");
    const operation = "Fetching a message";
    await orAborted(this.#order.untilAnnounced(operation), operation, signal);
    const call = { operation, method: "GET", path: this.#pathOf(id), signal, timeoutMs } as const;
    return this.#note(parseMessage(await this.#call(call), operation), id);
  }

  /**
   * Replaces the given fields of the answer, or of a message after it. An edit of the answer is also the way to write it, and
   * what ends a deferral; where nothing was deferred, that happens first.
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

  /** @internal Writes the answer, in its turn already. */
  async writeFirst(message: MessageBody, options: MessageOptions): Promise<void> {
    await this.#write(this.#change(message, "@original", options));
  }

  /** Deletes the answer, or a message after it. */
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

  /** Whether an id is that of the first answer, as far as it was seen. */
  #isFirst(id: string): boolean {
    return id === "@original" || id === this.#seen.get("@original")?.id;
  }

  #followUp(message: MessageBody, options: MessageOptions): MessageCall {
    const operation = "Sending a follow-up";
    const call = this.#prepare(message, this.#read(options), { operation });
    return { ...call, method: "POST", path: withQuery(this.#webhook, { wait: true }) };
  }

  #change(message: MessageBody, id: string, options: MessageOptions): MessageCall {
    const old = this.#seen.get(id);
    const operation = "Editing a message";
    const place = { operation, ignored: ["tts"], ...(old ? { old } : { isUnseen: true }) };
    const call = this.#prepare(message, this.#read(options), place);
    return { ...call, method: "PATCH", path: this.#pathOf(id) };
  }

  #read(options: MessageOptions): CheckedMessageOptions {
    return readMessageOptions(options, "options", this.fileBytes);
  }

  #prepare(
    message: MessageBody,
    { files, signal }: CheckedMessageOptions,
    place: Omit<OutgoingPlace, "limit">,
  ): Omit<MessageCall, "method" | "path"> {
    const limit = this.fileBytes;
    const { body, uploadMs } = prepareMessage(
      readMessage(message, "message"),
      files,
      { ...place, limit },
      this.#check,
    );
    return { operation: place.operation, body, files, limit, timeoutMs: timeoutMs + uploadMs, signal };
  }

  /** Remembers a message, so that its changes can be checked. */
  #note(message: WireMessage, id = message.id): WireMessage {
    this.#seen.set(id, message);
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
      isAnswerOnItsWay: () => this.#order.isOnItsWay,
    });
  }
}

type MessageCall = Omit<ServiceCall, "token">;

/** Which message: `"@original"` for the first answer, or the id of a follow-up. */
export type MessageId = SnowflakeInput;

function readMessageId(id: unknown): string {
  return id === "@original" ? id : parseSnowflake(id, "messageId");
}
