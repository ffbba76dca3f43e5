import { invalidResponse } from "../../api/response.ts";
import { type CallOptions, readCallOptions } from "../../api/call-options.ts";
import { object, isObject } from "../../input/readers.ts";
import { ClientError, ErrorType, isClientError } from "../../errors.ts";
import { sleep } from "../../http/sleep.ts";
import { parseSnowflake, type SnowflakeInput } from "../../snowflake.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { MessageBody, WireMessage } from "../../wire/message.ts";
import { isId } from "../endpoint/payload.ts";
import type { SendTokenCall, TokenCall } from "../../api/token-calls.ts";
import { interactionLife } from "../../wire/limits.ts";

// Discord documentation, Interactions, "Interaction tokens are valid for 15 minutes".
const timeoutMs = 15_000;
const readMessage = object<MessageBody>();
const attempts = 3;

/**
 * The messages an interaction led to, once it is answered or deferred: the first answer (`"@original"`) and follow-ups. All
 * of it works for 15 minutes (Discord documentation, Interactions, "Followup Messages").
 *
 * Each call throws ClientError `interaction_expired` after that, without asking the service, and at once when the service
 * tells it to wait for longer than that; ApiError when the service refuses. Where only the user has installed the application, the service allows 5 follow-ups.
 */
export class Messages {
  readonly #send: SendTokenCall;
  readonly #payload: InteractionPayload;
  readonly #expires = Date.now() + interactionLife.tokenMs;
  #used = false;

  /** @internal */
  constructor(send: SendTokenCall, payload: InteractionPayload) {
    this.#send = send;
    this.#payload = payload;
  }

  /** @internal Whether the handler has written or deleted anything by itself. */
  get used(): boolean {
    return this.#used;
  }

  /** Sends a follow-up. */
  async send(message: MessageBody, options: CallOptions = {}): Promise<WireMessage> {
    const { signal } = readCallOptions(options, "options");
    readMessage(message, "message");
    const call = { operation: "Sending a follow-up", method: "POST", body: message, signal } as const;
    return this.#write({ ...call, path: "?wait=true" });
  }

  /** Fetches the answer, or a follow-up by its id. */
  async fetch(id: MessageId = "@original", options: CallOptions = {}): Promise<WireMessage> {
    const { signal } = readCallOptions(options, "options");
    const operation = "Fetching a message";
    return parseMessage(await this.#call({ operation, method: "GET", path: pathOf(id), signal }), operation);
  }

  /** Replaces the given fields of the answer, or of a follow-up. It is also what ends a deferral. */
  async edit(
    message: MessageBody,
    id: MessageId = "@original",
    options: CallOptions = {},
  ): Promise<WireMessage> {
    const { signal } = readCallOptions(options, "options");
    readMessage(message, "message");
    const call = { operation: "Editing a message", method: "PATCH", body: message, signal } as const;
    return this.#write({ ...call, path: pathOf(id) });
  }

  /** Deletes the answer, or a follow-up. */
  async delete(id: MessageId = "@original", options: CallOptions = {}): Promise<void> {
    const { signal } = readCallOptions(options, "options");
    await this.#call({ operation: "Deleting a message", method: "DELETE", path: pathOf(id), signal });
    this.#used = true;
  }

  async #write(call: MessageCall): Promise<WireMessage> {
    const answer = await this.#call(call);
    this.#used = true;
    return parseMessage(answer, call.operation);
  }

  async #call(call: MessageCall): Promise<unknown> {
    const { application_id, token } = this.#payload;
    const path = `/webhooks/${application_id}/${encodeURIComponent(token)}${call.path}`;
    for (let attempt = 1; ; attempt++) {
      if (Date.now() >= this.#expires) throw expiredError(call.operation);
      try {
        return await this.#send({ ...call, path, token, timeoutMs });
      } catch (error) {
        if (attempt === attempts || !canRepeat(error, call.method)) throw error;
        const waitMs = (error.retryAfter ?? attempt) * 1000;
        if (Date.now() + waitMs >= this.#expires) throw tooLongError(call.operation, error, waitMs);
        await sleep(waitMs, call.operation, call.signal);
      }
    }
  }
}

type MessageCall = Omit<TokenCall, "token" | "timeoutMs">;

/** Which message: `"@original"` for the first answer, or the id of a follow-up. */
export type MessageId = SnowflakeInput;

function pathOf(id: MessageId): string {
  return `/messages/${id === "@original" ? id : parseSnowflake(id, "messageId")}`;
}

function parseMessage(value: unknown, operation: string): WireMessage {
  if (!isObject(value) || !isId(value["id"])) throw invalidResponse(operation, "a message");
  return value as unknown as WireMessage;
}

/** Whether a failed call may be sent again: a follow-up must not appear twice. */
function canRepeat(error: unknown, method: string): error is ClientError {
  return isClientError(error) && error.retryable && (method !== "POST" || error.status === 429);
}

/** Whoever waited that long would be told that the interaction is over. */
function tooLongError(operation: string, { status, errorCode }: ClientError, waitMs: number): ClientError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "interaction_expired",
    message: `${operation} would have to wait ${seconds} s, and the interaction will be older than 15 minutes by then.`,
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
    message: `${operation} is no longer possible: the interaction is older than 15 minutes.`,
    hint: "Answer sooner, or send an ordinary message to the channel.",
  });
}
