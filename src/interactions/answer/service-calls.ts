import type { ApiPath, Fetch } from "../../core/request/addresses.ts";
import { sleep } from "../../core/request/deadline.ts";
import { ask, type JsonCallOptions, type HttpAnswer } from "../../core/request/send.ts";
import { formatDuration, type SteadyClock } from "../../core/request/clock.ts";
import { maskSecret } from "../../core/request/mask-secret.ts";
import { serviceError } from "../../core/request/service-error.ts";
import { ClientError, ErrorType, isClientError } from "../../core/errors.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { interactionLifetime, messageLimits } from "../../wire/limits.ts";
import { createForm, isRereadable } from "../messages/multipart.ts";
import type { CheckedFile } from "../messages/message-file.ts";

export interface ServiceCall extends Pick<JsonCallOptions, "operation" | "method" | "timeoutMs" | "signal"> {
  readonly path: ApiPath;
  readonly token: string;
  /** Must not be modified by the caller, because it is serialized later. */
  readonly body?: unknown;
  readonly files?: readonly CheckedFile[] | undefined;
  /** The maximum size of one file in bytes. Default: the service's default limit. */
  readonly limit?: number | undefined;
}

/** @returns The parsed response, or `undefined` if it is empty. */
export type SendServiceCall = (call: ServiceCall) => Promise<unknown>;

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

export interface InteractionTime {
  readonly now: SteadyClock;
  readonly expires: number;
  readonly isAnswerInTransit: () => boolean;
}

/**
 * Makes up to three attempts while the interaction is valid.
 *
 * @throws ClientError `interaction_expired` if the interaction has expired or would expire during the required wait; the errors
 *   thrown by `send`.
 */
export async function sendInTime(
  call: ServiceCall,
  send: SendServiceCall,
  { now, expires, isAnswerInTransit }: InteractionTime,
): Promise<unknown> {
  const { operation, signal } = call;
  for (let attempt = 1; ;) {
    if (now() >= expires) throw expiredError(operation);
    try {
      return await send(call);
    } catch (error) {
      if (isUnknownYet(error, call) && isAnswerInTransit()) {
        await sleep(transitRetryMs, operation, signal);
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

/** A follow-up must not appear twice, and a stream can only be read once. */
function canRepeat(error: unknown, { method, files }: ServiceCall): error is ClientError {
  if (!isClientError(error) || !error.retryable || !areRereadable(files)) return false;
  return method !== "POST" || error.status === 429;
}

/** The delay between attempts while the first answer is in transit. */
const transitRetryMs = 100;

function isUnknownYet(error: unknown, { files }: ServiceCall): boolean {
  const isUnknown = isClientError(error) && error.errorCode === JsonErrorCode.UnknownWebhook;
  return isUnknown && areRereadable(files);
}

function areRereadable(files: readonly CheckedFile[] = []): boolean {
  return files.every(({ data }) => isRereadable(data));
}

function tooLongError(operation: string, { status, errorCode }: ClientError, waitMs: number): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "interaction_expired",
    message: `${operation} would have to wait ${formatDuration(waitMs)}, but the interaction will be older than ${interactionLifetime.tokenMs / 60_000} minutes by then.`,
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
    message: `${operation} is no longer possible: the interaction is older than ${interactionLifetime.tokenMs / 60_000} minutes.`,
    hint: "Respond sooner, or send an ordinary message to the channel.",
  });
}

// Limits the search, because errors may hold references to entire connections or requests.
const maxValues = 500;

/**
 * Masks the interaction token in an error, which may include the request URL.
 *
 * @returns The value itself if it is certain not to contain the token; otherwise, an error with masked strings.
 */
export function withoutToken(thrown: unknown, token: string): unknown {
  const mask = (text: string): string => maskSecret(text, token);
  if (typeof thrown === "string") return mask(thrown);
  return showsNothing(thrown, (text) => mask(text) === text) ? thrown : maskedCopy(thrown, mask);
}

/** Whether printing `root` would show only strings that pass `isClean`. */
function showsNothing(root: unknown, isClean: (text: string) => boolean): boolean {
  const visited = new Set<unknown>();
  const pending = [root];
  try {
    for (let value = pending.pop(); value !== undefined || pending.length > 0; value = pending.pop()) {
      if (typeof value === "string" && !isClean(value)) return false;
      if (typeof value !== "object" || value === null || visited.has(value)) continue;
      visited.add(value);
      const children = childrenOf(value);
      if (!children || pending.length + visited.size + children.length > maxValues) return false;
      pending.push(...children);
    }
    return true;
  } catch {
    return false;
  }
}

/** Returns `undefined` for objects that cannot be searched: collections, byte arrays, and objects with getters or symbol keys. */
function childrenOf(object: object): unknown[] | undefined {
  if (object instanceof Map || object instanceof Set || ArrayBuffer.isView(object)) return undefined;
  const isError = object instanceof Error;
  // Depending on the runtime, the stack is a data property, a getter, or inherited.
  const values: unknown[] = isError ? [object.stack] : [];
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
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
    // Values that cannot be read are left out.
  }
  return copy;
}
