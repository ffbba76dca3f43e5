import { type CheckedFile, toPlain } from "./message-file.ts";
import type { MessageBody } from "../../wire/message.ts";
import type { MessageCheck, MessageContext } from "./rules/messages.ts";

export interface OutgoingContext extends Omit<MessageContext, "files" | "path"> {
  readonly operation: string;
  readonly limit: number;
}

export interface Outgoing {
  readonly body: MessageBody;
  /** The additional time for uploading the files, in milliseconds. */
  readonly uploadMs: number;
}

/**
 * @throws ApiError `invalid_message` with all errors in `fieldErrors`; ClientError `invalid_body` if the message is not plain
 *   data.
 */
export function prepareMessage(
  message: MessageBody,
  files: readonly CheckedFile[],
  { operation, limit, ...context }: OutgoingContext,
  check: MessageCheck,
): Outgoing {
  const body = withFiles(toPlain(message, operation), files);
  const named = files.map(({ index, name }) => ({ key: String(index), filename: name }));
  check(body, { ...context, files: named }, operation);
  return { body, uploadMs: bytesOf(files, limit) / slowestBytesPerMs };
}

/** The slowest supported connection: 1 Mbit/s. */
const slowestBytesPerMs = 125;

/** Returns the total size, counting each file of unknown size as `limit` bytes. */
export function bytesOf(files: readonly CheckedFile[], limit: number): number {
  return files.reduce((sum, { size = limit }) => sum + size, 0);
}

/** Adds the files to `attachments` and keeps the other fields of existing entries. */
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

function isOf({ index }: CheckedFile, given: { readonly id?: unknown } | null): boolean {
  return String(given?.id) === String(index);
}
