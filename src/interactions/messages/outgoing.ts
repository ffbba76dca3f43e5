import type { ModalBody } from "../../wire/interaction-callback.ts";
import { type CheckedFile, toPlain } from "./message-file.ts";
import type { MessageBody } from "../../wire/message.ts";
import type { MessageContext } from "./rules/messages.ts";

/** Validates a message. @throws ApiError `invalid_message` for a message that the service would reject. */
export type MessageCheck = (body: MessageBody, context: MessageContext, operation: string) => void;

export interface AnswerRules {
  readonly checkMessage: MessageCheck;
  /** @throws ApiError `invalid_message` for a form that the service would reject. */
  readonly checkForm: (form: ModalBody) => void;
  /** Describes deprecated parts of an answer, each only once per endpoint. */
  readonly newlyDeprecated: (answer: {
    readonly type?: unknown;
    readonly data?: unknown;
  }) => readonly string[];
}

export interface OutgoingContext extends Omit<MessageContext, "files" | "path"> {
  readonly operation: string;
  readonly limit: number;
}

export interface Outgoing {
  /** Plain data, including the list of its files. */
  readonly body: MessageBody;
  /** Additional milliseconds for the upload of the files. */
  readonly uploadMs: number;
}

/**
 * @throws ApiError `invalid_message` with all errors in `fieldErrors`; ClientError `invalid_body` if the message is not plain
 *   data.
 */
export function prepareMessage(
  message: MessageBody,
  files: readonly CheckedFile[],
  context: OutgoingContext,
  check: MessageCheck,
): Outgoing {
  return preparePlain(toPlain(message, context.operation), files, context, check);
}

export function preparePlain(
  message: MessageBody,
  files: readonly CheckedFile[],
  { operation, limit, ...context }: OutgoingContext,
  check: MessageCheck,
): Outgoing {
  const body = withFiles(message, files);
  const named = files.map(({ index, name }) => ({ key: String(index), filename: name }));
  check(body, { ...context, files: named }, operation);
  return { body, uploadMs: bytesOf(files, limit) / slowestBytesPerMs };
}

/** The slowest supported connection: 1 Mbit/s. */
const slowestBytesPerMs = 125;

/** The maximum total size: files of unknown size count as `limit` bytes. */
export function bytesOf(files: readonly CheckedFile[], limit: number): number {
  return files.reduce((sum, { size = limit }) => sum + size, 0);
}

/** Adds the files to `attachments`, and keeps the other fields of existing entries. */
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
