import { apiPath } from "../../core/request/addresses.ts";
import { ClientError, ErrorType, isClientError, validationError } from "../../core/errors.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import {
  CallbackType,
  type InteractionCallback,
  type InteractionCallbackResponse,
} from "../../wire/interaction-callback.ts";
import type { StreamedBody } from "../../core/request/send.ts";
import { readFiles } from "../messages/message-file.ts";
import type { FileOptions } from "../messages/message-options.ts";
import { bytesOf, prepareMessage } from "../messages/outgoing.ts";
import { findDeprecated } from "../messages/rules/components.ts";
import { MessageFlag } from "../../wire/message.ts";
import { Messages } from "./messages.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import type { SendTokenCall } from "../../core/request/token-calls.ts";
import type { ProblemCode, Report, EndpointAnswer } from "../endpoint/incoming.ts";
import { jsonAnswer } from "../endpoint/endpoint.ts";
import { maskSecret } from "../../core/request/credential.ts";
import { JsonErrorCode } from "../../wire/error.ts";

/** The possible answers of a handler. */
export type Answer = Extract<InteractionCallback, { readonly type: 4 | 7 | 9 | 10 | 12 }> & FileOptions;

// The service gives 3 seconds in all; a callback that fails must leave time for the response. A callback that is given up
// sooner may have been heard, and the response would then say it twice.
const callbacksEndMs = 2500;

/** Files that are there within that, on a connection of 2 Mbit/s. Others go out after a deferral. */
const quickBytes = 256 * 1024;

/**
 * The delivery of an interaction's answer: as the response to the request while that is open, else through the service's
 * endpoints. In every case the request is answered once, and the player gets a message.
 */
export class Delivery {
  /** The response to the request. */
  readonly response: Promise<EndpointAnswer>;
  readonly #payload: InteractionPayload;
  readonly #send: SendTokenCall;
  readonly #report: Report;
  /** The deprecations that the handler has been told of. */
  readonly #warned: Set<string>;
  readonly #arrived = Date.now();
  readonly #callbacksEnd: number;
  #messages: Messages | undefined;
  #respond: (answer: EndpointAnswer) => void = () => undefined;
  #progress: "open" | "deferred" | "answered" = "open";
  #sending: Promise<unknown> | undefined;

  constructor(
    payload: InteractionPayload,
    send: SendTokenCall,
    report: Report,
    warned: Set<string> = new Set(),
    arrived: number = performance.now(),
  ) {
    this.#callbacksEnd = arrived + callbacksEndMs;
    this.#warned = warned;
    this.#payload = payload;
    this.#send = send;
    this.#report = report;
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
  }

  /** Made on first use: most answers need none. */
  get messages(): Messages {
    return (this.#messages ??= new Messages(this.#send, this.#payload, this.#arrived));
  }

  /**
   * Tells the player to wait, unless that or an answer has gone out. The callback endpoint confirms it, so an edit right
   * after it cannot come too early; where that endpoint fails, the response says it. Never rejects.
   */
  async defer(flags = 0): Promise<void> {
    while (this.#sending) await this.#sent();
    if (this.#progress === "open") await this.#first(() => this.#defer(flags));
  }

  /** Answers through the callback endpoint; the request then ends with 202. */
  async post(callback: InteractionCallback, options: CallOptions = {}): Promise<InteractionCallbackResponse> {
    if (this.#progress !== "open" || this.#sending) throw answeredError();
    return this.#first(async () => {
      const response = await this.#callback(callback, options);
      this.#progress = "answered";
      this.#respond({ status: 202 });
      return response;
    });
  }

  /** Takes what the handler returned. Never rejects. */
  async finish(answer: Answer | void): Promise<void> {
    await this.#sent();
    try {
      await (answer ? this.#deliver(answer) : this.#checkAnswered());
    } catch (error) {
      await this.fail("delivery_failed", "An answer could not be delivered.", error);
    }
  }

  /** Reports a failure, and tells the player unless something has been said already. Never rejects. */
  async fail(code: ProblemCode, message: string, error?: unknown): Promise<void> {
    this.#problem(code, message, error);
    await this.#sent();
    if (this.#isAnswered) return;
    try {
      await this.#deliver({
        type: CallbackType.ChannelMessage,
        data: { content: texts.failed, flags: MessageFlag.Ephemeral },
      });
    } catch (failure) {
      this.#problem("delivery_failed", "The player could not be told of a failure.", failure);
    }
  }

  async #deliver(answer: Answer): Promise<void> {
    this.#warn(answer);
    const { files } = answer;
    const isMessage = answer.type === CallbackType.ChannelMessage;
    if (this.#progress === "answered") {
      this.#problem("handler_too_late", "A handler returned a second answer, which was dropped.");
    } else if (this.#progress === "open" && files?.length && "data" in answer) {
      await this.#deliverFiles(answer);
    } else if (this.#progress === "open") {
      const response = jsonAnswer(answer);
      this.#progress = "answered";
      this.#respond(response);
    } else if (answer.type === CallbackType.UpdateMessage || (isMessage && !this.#isFromMessage)) {
      await this.messages.edit(answer.data, "@original", { files });
    } else if (isMessage) {
      await this.messages.send(answer.data, { files });
    } else {
      await this.fail("handler_too_late", "A handler launched or opened a modal after the deferral.");
    }
  }

  /** Files cannot be in the response itself. A delivery that may take longer than the service waits is announced first. */
  async #deliverFiles(answer: Extract<Answer, { readonly data: object }>): Promise<void> {
    const { type, data } = answer;
    if (type === CallbackType.Modal) {
      const hint = "Send the files with a message.";
      throw validationError("invalid_answer", "Files cannot be sent with a form.", hint);
    }
    const limit = this.messages.fileBytes;
    const files = readFiles(answer.files, "files", limit);
    if (bytesOf(files, limit) > quickBytes) {
      await this.defer((data.flags ?? 0) & MessageFlag.Ephemeral);
      return this.#deliver(answer);
    }
    const { upload } = prepareMessage(data, files, { operation: "Answering an interaction", limit });
    const form = upload((body) => ({ type, data: body }));
    await this.#first(async () => {
      await this.#callback({ type, data }, {}, form);
      this.#progress = "answered";
      this.#respond({ status: 202 });
    });
  }

  #warn(answer: Answer): void {
    for (const { path, message } of findDeprecated(answer)) {
      if (this.#warned.has(message)) continue;
      this.#warned.add(message);
      this.#problem("deprecated_input", `${path.join(".")}: ${message}`);
    }
  }

  async #checkAnswered(): Promise<void> {
    if (this.#isAnswered) return;
    await this.fail("handler_gave_no_answer", "A handler returned nothing while the player waits.");
  }

  async #defer(flags: number): Promise<void> {
    const callback: InteractionCallback = this.#isFromMessage
      ? { type: CallbackType.DeferredUpdate }
      : { type: CallbackType.DeferredChannelMessage, data: { flags } };
    try {
      await this.#callback(callback, {});
      this.#respond({ status: 202 });
    } catch (error) {
      const isKnown = isClientError(error) && error.errorCode === JsonErrorCode.InteractionAnswered;
      this.#problem("delivery_failed", isKnown ? answeredElsewhere : unsentDeferral, error);
      this.#respond(isKnown ? { status: 202 } : jsonAnswer(callback));
    }
    this.#progress = "deferred";
  }

  async #first<T>(send: () => Promise<T>): Promise<T> {
    const sending = send();
    this.#sending = sending;
    try {
      return await sending;
    } finally {
      this.#sending = undefined;
    }
  }

  /** Waits until nothing is on its way. */
  #sent(): Promise<unknown> | undefined {
    return this.#sending?.catch(() => undefined);
  }

  async #callback(
    callback: InteractionCallback,
    options: CallOptions,
    upload?: StreamedBody,
  ): Promise<InteractionCallbackResponse> {
    const { id, token } = this.#payload;
    const response = await this.#send({
      operation: "Answering an interaction",
      method: "POST",
      path: apiPath`/interactions/${id}/${token}/callback?with_response=true`,
      token,
      timeoutMs: Math.max(0, this.#callbacksEnd - performance.now()),
      body: callback,
      upload,
      signal: options.signal,
    });
    return response as InteractionCallbackResponse;
  }

  /** The handler may have ended a deferral by itself. */
  get #isAnswered(): boolean {
    return this.#progress === "answered" || (this.#progress === "deferred" && this.#messages?.used === true);
  }

  /** A component's answer changes the message it belongs to. */
  get #isFromMessage(): boolean {
    return this.#payload.message !== undefined;
  }

  #problem(code: ProblemCode, message: string, error?: unknown): void {
    const { id, token } = this.#payload;
    this.#report({ code, message, id, error: withoutToken(error, token) });
  }
}

const unsentDeferral = "A deferral could not be sent; the HTTP response defers instead.";
const answeredElsewhere =
  "A deferral was refused, because the interaction has been answered already; the HTTP response is empty.";

function answeredError(): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "already_answered",
    message: "The interaction has been answered or deferred, and can be answered only once.",
    hint: "Launch or answer first; use messages.send and messages.edit afterwards.",
  });
}

// An error with more than that in it holds connections or requests, and is not worth reading to its end.
const mostValues = 500;

/**
 * What a handler threw, fit for a log. Libraries quote the URL they called, and the interaction's token stands in it.
 *
 * @returns the same object when it shows no token; else, and where that cannot be said, an error with its masked texts.
 */
export function withoutToken(thrown: unknown, token: string): unknown {
  const mask = (text: string): string => maskSecret(text, token);
  if (typeof thrown === "string") return mask(thrown);
  return showsNothing(thrown, (text) => mask(text) === text) ? thrown : maskedCopy(thrown, mask);
}

/** Whether every text that printing `root` would show is clean. */
function showsNothing(root: unknown, isClean: (text: string) => boolean): boolean {
  const seen = new Set<unknown>();
  const left = [root];
  try {
    for (let value = left.pop(); value !== undefined || left.length > 0; value = left.pop()) {
      if (typeof value === "string" && !isClean(value)) return false;
      if (typeof value !== "object" || value === null || seen.has(value)) continue;
      seen.add(value);
      const shown = shownValues(value);
      if (!shown || left.length + seen.size + shown.length > mostValues) return false;
      left.push(...shown);
    }
    return true;
  } catch {
    return false;
  }
}

/** The names and values that printing shows; undefined for unread kinds: getters, collections, bytes. */
function shownValues(object: object): unknown[] | undefined {
  if (object instanceof Map || object instanceof Set || ArrayBuffer.isView(object)) return undefined;
  const isError = object instanceof Error;
  // Depending on the runtime an error's stack is a value, a getter, or inherited.
  const values: unknown[] = isError ? [object.stack] : [];
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    // The message and the cause of an error are shown, though not enumerable.
    if ((!property.enumerable && !isError) || (isError && key === "stack")) continue;
    if (property.get) return undefined;
    values.push(key, property.value);
  }
  const symbols = Object.getOwnPropertySymbols(object);
  return symbols.some((key) => Object.prototype.propertyIsEnumerable.call(object, key)) ? undefined : values;
}

function maskedCopy(thrown: unknown, mask: (text: string) => string): Error {
  const copy = new Error("The thrown value is not shown, because it contains the interaction's token.");
  try {
    if (!(thrown instanceof Error)) return copy;
    const { name, message, stack } = thrown;
    copy.message = mask(message);
    Object.defineProperty(copy, "name", { value: mask(name), configurable: true, writable: true });
    copy.stack = mask(stack ?? `${name}: ${message}`);
  } catch {
    // Unreadable values are not shown.
  }
  return copy;
}

/** The player's texts where no better one exists. */
export const texts = {
  failed: "Something went wrong. Please try again.",
  unknown: "This is not available right now.",
} as const;
