import type { ApiPath } from "../../core/request/addresses.ts";
import { sleep } from "../../core/request/deadline.ts";
import { ask, type Question } from "../../core/request/ask.ts";
import { inWords, type SteadyClock } from "../../core/request/clock.ts";
import { maskSecret } from "../../core/request/mask-secret.ts";
import type { Fetch, HttpAnswer } from "../../core/request/send.ts";
import { serviceError } from "../../core/request/service-error.ts";
import { ClientError, ErrorType, isClientError } from "../../core/errors.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { interactionLife, messageLimits } from "../../wire/limits.ts";
import { isRereadable } from "../messages/file-source.ts";
import type { CheckedFile } from "../messages/message-file.ts";
import { createForm } from "../messages/multipart.ts";

export { withoutToken } from "./without-token.ts";

/** A call of an endpoint that needs no credential beside the token of the interaction in its path. */
export interface ServiceCall extends Pick<Question, "operation" | "method" | "timeoutMs" | "signal"> {
  readonly path: ApiPath;
  /** The token in the path: hidden in errors. */
  readonly token: string;
  /** Sent as JSON. The caller must not change it afterwards: it is serialised after this file has been loaded. */
  readonly body?: unknown;
  /** The files that go out with the body. Default none. */
  readonly files?: readonly CheckedFile[] | undefined;
  /** Bytes that one file may have. Default: where the service says nothing else. */
  readonly limit?: number | undefined;
}

/**
 * Sends a call.
 *
 * @returns the JSON of the answer; undefined when it has none.
 * @throws ApiError when the service refuses, and the errors of a request that got no answer.
 */
export type SendServiceCall = (call: ServiceCall) => Promise<unknown>;

/** Sends one {@link ServiceCall}. Errors do not show its token. */
export async function sendServiceCall(
  { path, token, files = [], limit = messageLimits.fileBytes, ...call }: ServiceCall,
  base: string,
  fetch: Fetch | undefined,
): Promise<unknown> {
  const { operation, body } = call;
  const upload = createForm(body, files, { operation, limit });
  const mask = (text: string): string => maskSecret(text, token);
  const refuse = (answer: HttpAnswer) => serviceError(answer, { operation, body, mask });
  return ask({ ...call, upload, url: base + path, fetch, refuse });
}

const attempts = 3;

/** How long an interaction can be answered, and how far its first answer has come. */
export interface InteractionTime {
  readonly now: SteadyClock;
  /** By that clock. */
  readonly expires: number;
  /** Whether the service may not have heard the first answer yet, so that it knows of no messages. */
  readonly isAnswerOnItsWay: () => boolean;
}

/**
 * Sends a call, up to three times, while the interaction can be answered.
 *
 * @throws ClientError `interaction_expired` where it cannot be any longer, or could not after the wait that the service asks
 * for; else as `send`.
 */
export async function sendInTime(
  call: ServiceCall,
  send: SendServiceCall,
  { now, expires, isAnswerOnItsWay }: InteractionTime,
): Promise<unknown> {
  const { operation, signal } = call;
  for (let attempt = 1; ;) {
    if (now() >= expires) throw expiredError(operation);
    try {
      return await send(call);
    } catch (error) {
      if (isUnheard(error, call) && isAnswerOnItsWay()) {
        await sleep(unheardMs, operation, signal);
        continue;
      }
      if (attempt === attempts || !canRepeat(error, call)) throw error;
      const waitMs = (error.retryAfter ?? attempt) * 1000;
      if (now() + waitMs >= expires) throw tooLongError(operation, error, waitMs);
      await sleep(waitMs, operation, signal);
      attempt += 1;
    }
  }
}

/** Whether a failed call may be sent again: a follow-up must not appear twice, and a stream is read once. */
function canRepeat(error: unknown, { method, files }: ServiceCall): error is ClientError {
  if (!isClientError(error) || !error.retryable || !areRereadable(files)) return false;
  return method !== "POST" || error.status === 429;
}

/** Between two tries while the first answer is on its way. */
const unheardMs = 100;

/** Whether the service knew of no answer, so that nothing was done. */
function isUnheard(error: unknown, { files }: ServiceCall): boolean {
  const isUnknown = isClientError(error) && error.errorCode === JsonErrorCode.UnknownWebhook;
  return isUnknown && areRereadable(files);
}

function areRereadable(files: readonly CheckedFile[] = []): boolean {
  return files.every(({ data }) => isRereadable(data));
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
