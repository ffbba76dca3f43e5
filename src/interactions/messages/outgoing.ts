import type { ModalBody } from "../../wire/interaction-callback.ts";
import type { CheckedFile } from "./message-file.ts";
import type { MessageBody } from "../../wire/message.ts";
import type { MessagePlace } from "./rules/messages.ts";
import { toPlain } from "./message-options.ts";

/** Refuses a message at its place. @throws ApiError `invalid_message` for one that the service would refuse. */
export type MessageCheck = (body: MessageBody, place: MessagePlace, operation: string) => void;

/** The rules that what a handler writes is checked by, before it is sent. */
export interface AnswerRules {
  readonly checkMessage: MessageCheck;
  /** @throws ApiError `invalid_message` for a form that the service would refuse. */
  readonly checkForm: (form: ModalBody) => void;
  /** The deprecated parts of an answer that it had in no answer before, in words. */
  readonly newlyDeprecated: (answer: {
    readonly type?: unknown;
    readonly data?: unknown;
  }) => readonly string[];
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
  check: MessageCheck,
): Outgoing {
  return preparePlain(toPlain(message, place.operation), files, place, check);
}

/** {@link prepareMessage} for plain data. */
export function preparePlain(
  message: MessageBody,
  files: readonly CheckedFile[],
  { operation, limit, ...place }: OutgoingPlace,
  check: MessageCheck,
): Outgoing {
  const body = withFiles(message, files);
  const named = files.map(({ index, name }) => ({ key: String(index), filename: name }));
  check(body, { ...place, files: named }, operation);
  return { body, uploadMs: bytesOf(files, limit) / slowestBytesPerMs };
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
