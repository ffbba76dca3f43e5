import { createClock, inWords, steadyMoment } from "../../core/request/clock.ts";
import { type ApiPath, apiPath, below, withQuery } from "../../core/request/addresses.ts";
import { parseMessage } from "../../core/request/response.ts";
import { type CallOptions, readCallOptions } from "../../core/request/transport.ts";
import type { SendTokenCall } from "../../core/request/token-calls.ts";
import {
  type CheckedMessageOptions,
  type MessageOptions,
  readMessageOptions,
} from "../messages/message-options.ts";
import { type OutgoingPlace, prepareMessage } from "../messages/outgoing.ts";
import { object, isObject, parseSnowflake } from "../../core/check/readers.ts";
import { ClientError, ErrorType, isClientError } from "../../core/errors.ts";
import { sleep } from "../../core/request/abort.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { MessageBody, WireMessage } from "../../wire/message.ts";
import type { TokenCall } from "../../core/request/send-token-call.ts";
import { interactionLife, messageLimits } from "../../wire/limits.ts";
import { malformed } from "../../events/interaction-payload.ts";

const timeoutMs = 15_000;
const readMessage = object<MessageBody>();
const attempts = 3;

/**
 * The messages an interaction led to, once it is answered or deferred: the first answer (`"@original"`) and follow-ups. All
 * of it works for 15 minutes (Discord documentation, Interactions, "Followup Messages").
 *
 * Each call throws ClientError `interaction_expired` after that, without asking the service, and at once when the service
 * tells it to wait for longer than that; ApiError `invalid_message` for what the service would refuse, before it is sent;
 * ClientError `file_too_large`, `file_size_wrong` or `file_unreadable`, also while a file goes out; ApiError when the service refuses. Where only the user has installed the application, the service allows 5 follow-ups.
 */
export class Messages {
  readonly #send: SendTokenCall;
  readonly #payload: InteractionPayload;
  readonly #clock = createClock();
  readonly #expires: number;
  readonly #seen = new Map<string, WireMessage>();
  /** @internal Bytes that one file may have. */
  readonly fileBytes: number;
  #used = false;

  /** @internal @param arrived - when the interaction came, in milliseconds since 1970. */
  constructor(send: SendTokenCall, payload: InteractionPayload, arrived: number) {
    this.#expires = steadyMoment(this.#clock, arrived + interactionLife.tokenMs);
    this.#send = send;
    this.#payload = payload;
    this.fileBytes = payload.attachment_size_limit ?? messageLimits.fileBytes;
  }

  /** @internal Whether the handler has written or deleted anything by itself. */
  get used(): boolean {
    return this.#used;
  }

  /** Sends a follow-up. A stream among its files can be read once: the message is then not repeated, whatever happens. */
  async send(message: MessageBody, options: MessageOptions = {}): Promise<WireMessage> {
    const operation = "Sending a follow-up";
    const call = this.#prepare(message, this.#read(options), { operation });
    return this.#write({ ...call, method: "POST", path: withQuery(this.#webhook, { wait: true }) });
  }

  /** Fetches the answer, or a follow-up by its id. */
  async fetch(messageId: MessageId = "@original", options: CallOptions = {}): Promise<WireMessage> {
    const id = readMessageId(messageId);
    const { signal } = readCallOptions(options, "options");
    const operation = "Fetching a message";
    const call = { operation, method: "GET", path: this.#pathOf(id), signal, timeoutMs } as const;
    return this.#note(parseMessage(await this.#call(call), operation), id);
  }

  /** Replaces the given fields of the answer, or of a follow-up. It is also what ends a deferral. */
  async edit(
    message: MessageBody,
    messageId: MessageId = "@original",
    options: MessageOptions = {},
  ): Promise<WireMessage> {
    const id = readMessageId(messageId);
    const operation = "Editing a message";
    const old = this.#seen.get(id);
    const place = { operation, ignored: ["tts"], ...(old ? { old } : { isUnseen: true }) };
    const call = this.#prepare(message, this.#read(options), place);
    return this.#note(await this.#write({ ...call, method: "PATCH", path: this.#pathOf(id) }), id);
  }

  /** Deletes the answer, or a follow-up. */
  async delete(messageId: MessageId = "@original", options: CallOptions = {}): Promise<void> {
    const id = readMessageId(messageId);
    const { signal } = readCallOptions(options, "options");
    const operation = "Deleting a message";
    await this.#call({ operation, method: "DELETE", path: this.#pathOf(id), signal, timeoutMs });
    this.#used = true;
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
    const { body, upload, uploadMs } = prepareMessage(readMessage(message, "message"), files, {
      ...place,
      limit,
    });
    return { operation: place.operation, body, upload: upload(), timeoutMs: timeoutMs + uploadMs, signal };
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
    const { token } = this.#payload;
    for (let attempt = 1; ; attempt++) {
      if (this.#clock() >= this.#expires) throw expiredError(call.operation);
      try {
        return await this.#send({ ...call, token });
      } catch (error) {
        if (attempt === attempts || !canRepeat(error, call)) throw error;
        const waitMs = (error.retryAfter ?? attempt) * 1000;
        if (this.#clock() + waitMs >= this.#expires) throw tooLongError(call.operation, error, waitMs);
        await sleep(waitMs, call.operation, call.signal);
      }
    }
  }
}

type MessageCall = Omit<TokenCall, "token">;

/** Which message: `"@original"` for the first answer, or the id of a follow-up. */
export type MessageId = SnowflakeInput;

function readMessageId(id: unknown): string {
  return id === "@original" ? id : parseSnowflake(id, "messageId");
}

/** Whether a failed call may be sent again: a follow-up must not appear twice, and a stream is read once. */
function canRepeat(error: unknown, { method, upload }: MessageCall): error is ClientError {
  if (!isClientError(error) || !error.retryable || upload?.isRepeatable === false) return false;
  return method !== "POST" || error.status === 429;
}

/** After such a wait the interaction would have expired. */
function tooLongError(operation: string, { status, errorCode }: ClientError, waitMs: number): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "interaction_expired",
    message: `${operation} would have to wait ${inWords(waitMs)}, and the interaction will be older than ${interactionLife.tokenMs / 60_000} minutes by then.`,
    hint: "Send fewer messages, or send an ordinary message to the channel later.",
    status,
    errorCode,
    retryAfter: waitMs / 1000,
  });
}

function expiredError(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "interaction_expired",
    message: `${operation} is no longer possible: the interaction is older than ${interactionLife.tokenMs / 60_000} minutes.`,
    hint: "Answer sooner, or send an ordinary message to the channel.",
  });
}

/** The values of a form, by the `custom_id` of each field: a text, a choice, or the selected values. */
export type ModalFields = Readonly<Record<string, string | boolean | readonly string[] | null>>;

// Rows and labels hold fields; the service nests no deeper.
const maxDepth = 3;

/**
 * Collects the fields of a form out of its rows and labels.
 *
 * @throws ClientError `malformed_payload`.
 */
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
