import { apiPath } from "../../core/request/addresses.ts";
import { ClientError, ErrorType, isClientError, validationError } from "../../core/errors.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import {
  CallbackType,
  type InteractionCallback,
  type InteractionCallbackResponse,
} from "../../wire/interaction-callback.ts";
import { type CheckedFile, type FileOptions, readFiles } from "../messages/message-file.ts";
import { bytesOf, prepareMessage } from "../messages/outgoing.ts";
import type { AnswerRules } from "../messages/rules/messages.ts";
import { MessageFlag } from "../../wire/message.ts";
import { type AnswerOrder, Messages } from "./messages.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import { printableError } from "./service.ts";
import type { SendServiceCall } from "./service-calls.ts";
import type { ProblemCode, Report, EndpointResponse } from "../endpoint/incoming.ts";
import { jsonAnswer } from "../endpoint/endpoint.ts";
import { interactionLifetime } from "../../wire/limits.ts";

/** The answers that a handler can return. @stable */
export type Answer = Extract<InteractionCallback, { readonly type: 4 | 7 | 9 | 10 | 12 }> & FileOptions;

// The service waits 3 seconds. If a callback fails, there must be enough time left for the HTTP response. Aborting earlier risks
// a duplicate answer, because the service may already have processed the callback.
const callbacksEndMs = 2500;

/** Takes about one second to upload at 2 Mbit/s. Before larger uploads, the answer is deferred. */
const quickBytes = 256 * 1024;

/**
 * Delivers the answer in the HTTP response if the request is still open, and otherwise through the service's endpoints. Each
 * request is answered exactly once.
 */
export class Delivery implements AnswerOrder {
  readonly response: Promise<EndpointResponse>;
  readonly rules: AnswerRules;
  readonly #payload: InteractionPayload;
  readonly #send: SendServiceCall;
  readonly #report: Report;
  readonly #arrived = Date.now();
  readonly #arrivedAt: number;
  #messages: Messages | undefined;
  #respond: (answer: EndpointResponse) => void = () => undefined;
  readonly #queue = new SerialQueue();
  #progress: "open" | "deferred" | "answered" = "open";
  #isDeferredByHandler = false;
  /** Whether the first answer is in the HTTP response, which the service may not have received yet. */
  #isInResponse = false;

  constructor(
    payload: InteractionPayload,
    send: SendServiceCall,
    report: Report,
    rules: AnswerRules,
    arrived: number = performance.now(),
  ) {
    this.#arrivedAt = arrived;
    this.rules = rules;
    this.#payload = payload;
    this.#send = send;
    this.#report = report;
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
  }

  get messages(): Messages {
    return (this.#messages ??= new Messages(
      this.#send,
      this.#payload,
      this.#arrived,
      this,
      this.rules.checkMessage,
    ));
  }

  /**
   * Defers the answer if none has been sent yet. Prefers the callback endpoint, because its response guarantees that a later edit
   * does not arrive too early. Never rejects.
   */
  async defer(flags = 0): Promise<void> {
    await this.#queue.run(async () => {
      if (this.#progress === "open") await this.#defer(flags);
    });
  }

  /** Defers at the handler's request. A component's handler can then send messages. Never rejects. */
  async deferForHandler(flags: number): Promise<void> {
    this.#isDeferredByHandler = true;
    await this.defer(flags);
  }

  /** Answers through the callback endpoint. The HTTP response is then an empty 202. */
  async post(callback: InteractionCallback, options: CallOptions = {}): Promise<InteractionCallbackResponse> {
    if (this.#progress !== "open" || this.#queue.isBusy) throw answeredError();
    return this.#queue.run(async () => {
      const response = await this.#callback(callback, options);
      this.#progress = "answered";
      this.#respond({ status: 202 });
      return response;
    });
  }

  async changeFirst<T>(change: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#progress === "open") await this.#defer(0);
      return change();
    });
  }

  async untilAnnounced(operation: string): Promise<void> {
    await this.#queue.idle();
    if (this.#progress === "open") throw notAnsweredError(operation);
  }

  async untilFirst(operation: string): Promise<void> {
    await this.#queue.idle();
    const isAnswer = this.#isFromMessage && this.#isDeferredByHandler;
    if (!this.#isAnswered && !(this.#progress === "deferred" && isAnswer)) throw notAnsweredError(operation);
  }

  get isInTransit(): boolean {
    return this.#isInResponse && performance.now() < this.#arrivedAt + interactionLifetime.firstAnswerMs;
  }

  /** Delivers the handler's return value. Never rejects. */
  async finish(answer: Answer | void): Promise<void> {
    await this.#queue.idle();
    try {
      await (answer ? this.#deliver(answer) : this.#checkAnswered());
    } catch (error) {
      await this.fail("delivery_failed", "A response could not be delivered.", error);
    }
  }

  /** Sends the player an error message if there is no answer yet. Never rejects. */
  async fail(code: ProblemCode, message: string, error?: unknown): Promise<void> {
    await this.#failure(code, message, error);
    await this.#queue.idle();
    if (this.#isAnswered) return;
    try {
      await this.#deliver({
        type: CallbackType.ChannelMessage,
        data: { content: texts.failed, flags: MessageFlag.Ephemeral },
      });
    } catch (failure) {
      await this.#failure("delivery_failed", "The player could not be notified of a failure.", failure);
    }
  }

  async #deliver(answer: Answer): Promise<void> {
    this.#warn(answer);
    const { files } = answer;
    const isMessage = answer.type === CallbackType.ChannelMessage;
    if (this.#progress === "answered") {
      this.#problem("handler_too_late", "A handler returned a second response, which was ignored.");
    } else if (this.#progress === "open" && files?.length && "data" in answer) {
      await this.#deliverFiles(answer);
    } else if (this.#progress === "open") {
      this.#answerInResponse(jsonAnswer(answer));
      this.#progress = "answered";
    } else if (answer.type === CallbackType.UpdateMessage || isMessage) {
      const isFirst = !isMessage || (!this.#isFromMessage && !this.messages.isFirstDeleted);
      const { data } = answer;
      await this.#queue.run<unknown>(() =>
        isFirst ? this.messages.writeFirst(data, { files }) : this.messages.sendNow(data, { files }),
      );
    } else {
      await this.fail(
        "handler_too_late",
        "A handler launched the Activity or opened a modal after deferring.",
      );
    }
  }

  /** Uses the callback endpoint, because the HTTP response cannot contain files. Defers before a long upload. */
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
    const operation = "Answering an interaction";
    const { body } = prepareMessage(data, files, { operation, limit }, this.rules.checkMessage);
    await this.#queue.run(async () => {
      await this.#callback({ type, data: body }, {}, files);
      this.#progress = "answered";
      this.#respond({ status: 202 });
    });
  }

  #warn(answer: Answer): void {
    for (const message of this.rules.newlyDeprecated(answer)) this.#problem("deprecated_input", message);
  }

  async #checkAnswered(): Promise<void> {
    if (this.#isAnswered) return;
    await this.fail(
      "handler_gave_no_answer",
      "A handler returned no response, but the player is waiting for one.",
    );
  }

  async #defer(flags: number): Promise<void> {
    const callback: InteractionCallback = this.#isFromMessage
      ? { type: CallbackType.DeferredUpdate }
      : { type: CallbackType.DeferredChannelMessage, data: { flags } };
    try {
      await this.#callback(callback, {});
      this.#respond({ status: 202 });
    } catch (error) {
      const isKnown = isClientError(error) && error.code === "interaction_answered";
      await this.#failure("delivery_failed", isKnown ? answeredElsewhere : unsentDeferral, error);
      if (isKnown) this.#respond({ status: 202 });
      else this.#answerInResponse(jsonAnswer(callback));
    }
    this.#progress = "deferred";
  }

  #answerInResponse(response: EndpointResponse): void {
    this.#isInResponse = true;
    this.#respond(response);
  }

  async #callback(
    callback: InteractionCallback,
    options: CallOptions,
    files?: readonly CheckedFile[],
  ): Promise<InteractionCallbackResponse> {
    const { id, token } = this.#payload;
    const response = await this.#send({
      operation: "Answering an interaction",
      method: "POST",
      path: apiPath`/interactions/${id}/${token}/callback?with_response=true`,
      token,
      timeoutMs: Math.max(0, this.#arrivedAt + callbacksEndMs - performance.now()),
      body: callback,
      files,
      limit: this.messages.fileBytes,
      signal: options.signal,
    });
    return response as InteractionCallbackResponse;
  }

  /** True if there is an answer, or if the handler itself has replaced the deferral. */
  get #isAnswered(): boolean {
    return this.#progress === "answered" || (this.#progress === "deferred" && this.#messages?.used === true);
  }

  /** Whether the interaction came from a component. In that case, the answer changes the component's message. */
  get #isFromMessage(): boolean {
    return this.#payload.message !== undefined;
  }

  async #failure(code: ProblemCode, message: string, error: unknown): Promise<void> {
    const cause = error === undefined ? undefined : await printableError(error, this.#payload.token);
    this.#problem(code, message, cause);
  }

  #problem(code: ProblemCode, message: string, error?: unknown): void {
    this.#report({ code, message, id: this.#payload.id, error });
  }
}

const unsentDeferral = "A deferral could not be sent; the HTTP response defers instead.";
const answeredElsewhere =
  "A deferral was rejected, because the interaction already has a response; the HTTP response is empty.";

function answeredError(): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "already_answered",
    message: "The interaction has already been answered or deferred. It can be answered only once.",
    hint: "Launch or respond first, then use messages.send and messages.edit.",
  });
}

function notAnsweredError(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "not_answered",
    message: `${operation} is not possible yet: the interaction has no response, and the first message must be the response.`,
    hint: "Set the response with messages.edit, or return it, before you send more messages.",
  });
}

/** Fallback messages for the player. */
export const texts = {
  failed: "Something went wrong. Please try again.",
  unknown: "This is not available right now.",
} as const;

/** Runs tasks one at a time, in call order. */
class SerialQueue {
  #last: Promise<unknown> | undefined;

  get isBusy(): boolean {
    return this.#last !== undefined;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const task = this.#last ? this.#last.then(work, work) : work();
    this.#last = task;
    try {
      return await task;
    } finally {
      if (this.#last === task) this.#last = undefined;
    }
  }

  /** Waits until no task is running. Never rejects. */
  async idle(): Promise<void> {
    while (this.#last) await this.#last.catch(() => undefined);
  }
}
