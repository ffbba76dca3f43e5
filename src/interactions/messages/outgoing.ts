import { formatJson } from "../../core/request/response.ts";
import { brokenRules } from "../../core/request/api-error.ts";
import { formatPath } from "../../core/request/path.ts";
import type { FieldProblem } from "../../wire/error.ts";
import type { CheckedFile } from "./message-file.ts";
import type { StreamedBody } from "../../core/request/send.ts";
import type { MessageBody } from "../../wire/message.ts";
import { createMultipart } from "./multipart.ts";
import { findInMessage, type MessagePlace } from "./rules/messages.ts";
import { toPlain } from "./message-options.ts";

/**
 * Stops a call whose message or form the service would refuse, before anything is sent.
 *
 * @throws ApiError `invalid_message` (ValidationError) with every problem in `fieldErrors`, in the service's words.
 */
export function refuseMessage(problems: readonly FieldProblem[], operation: string): void {
  if (problems.length === 0) return;
  const fieldErrors = problems.map(({ path, error: { code, message } }) => ({
    path: formatPath(path.map((step) => (/^\d+$/.test(step) ? Number(step) : step))),
    code,
    message,
  }));
  const why = `${operation} was not sent, because the service would refuse it.`;
  throw brokenRules("invalid_message", why, "request-rules.md", fieldErrors);
}

/** The facts of a message to be sent. */
export interface OutgoingPlace extends Omit<MessagePlace, "files" | "path"> {
  /** For error messages. */
  readonly operation: string;
  /** Bytes that one file may have. */
  readonly limit: number;
}

/** A message that was checked. */
export interface Outgoing {
  /** Plain data, with the list of its files. */
  readonly body: MessageBody;
  /** The same with the files, where there are any; `wrap` puts it where the request has it. */
  upload(this: void, wrap?: (body: MessageBody) => unknown): StreamedBody | undefined;
  /** Milliseconds that its files may take, beside what the request itself may. */
  readonly uploadMs: number;
}

/**
 * Checks a message and its files before anything is sent.
 *
 * @throws ApiError `invalid_message` with every problem in `fieldErrors`; ClientError `invalid_body` for a value that is not
 *   plain data.
 */
export function prepareMessage(
  message: MessageBody,
  files: readonly CheckedFile[],
  place: OutgoingPlace,
): Outgoing {
  return preparePlain(toPlain(message, place.operation), files, place);
}

/** {@link prepareMessage} for plain data. */
export function preparePlain(
  message: MessageBody,
  files: readonly CheckedFile[],
  { operation, limit, ...place }: OutgoingPlace,
): Outgoing {
  const body = withFiles(message, files);
  const named = files.map(({ index, name }) => ({ key: String(index), filename: name }));
  refuseMessage(findInMessage(body, { ...place, files: named }), operation);
  return {
    body,
    upload: (wrap = (whole) => whole) =>
      files.length === 0 ? undefined : createMultipart(formatJson(wrap(body), operation) ?? "", files, limit),
    uploadMs: bytesOf(files, limit) / slowestBytesPerMs,
  };
}

/** A slower connection is given up: 1 Mbit/s. */
const slowestBytesPerMs = 125;

/** An upper bound: a file without a stated size may have as many bytes as are allowed. */
export function bytesOf(files: readonly CheckedFile[], limit: number): number {
  return files.reduce((sum, { size = limit }) => sum + size, 0);
}

/** The list identifies each file, and keeps its other fields. */
function withFiles(message: MessageBody, files: readonly CheckedFile[]): MessageBody {
  if (files.length === 0) return message;
  const listed = Array.isArray(message.attachments) ? message.attachments : [];
  const own = files.map((file) => ({
    id: String(file.index),
    filename: file.name,
    ...(file.description !== undefined && { description: file.description }),
    ...listed.find((one) => isOf(file, one)),
  }));
  const others = listed.filter((one) => !files.some((file) => isOf(file, one)));
  return { ...message, attachments: [...others, ...own] };
}

/** Whether an entry of the list describes this file. */
function isOf({ index }: CheckedFile, said: { readonly id?: unknown } | null): boolean {
  return String(said?.id) === String(index);
}
