import { formatJson } from "../../core/request/response.ts";
import { type CallOptions, callFields } from "../../core/request/transport.ts";
import { fields } from "../../core/check/fields.ts";
import { asItIs } from "../../core/check/readers.ts";
import { type CheckedFile, type MessageFile, readFiles } from "./message-file.ts";

/** The checked value is the sent value: a getter cannot return another one later. */
export function toPlain<Body extends object>(body: Body, operation: string): Body {
  return JSON.parse(formatJson(body, operation) ?? "{}") as Body;
}

/** The files of a message. */
export interface FileOptions {
  /**
   * At most 10 files, each with no more bytes than `payload.attachment_size_limit`, or 10 MiB. They are read while they are
   * sent. In an edit they take the place of the message's files, but for those that `attachments` names.
   */
  readonly files?: readonly MessageFile[] | undefined;
}

/** The options of sending or changing a message. */
export interface MessageOptions extends CallOptions, FileOptions {}

/** {@link MessageOptions} as they were read. */
export interface CheckedMessageOptions extends CallOptions {
  readonly files: readonly CheckedFile[];
}

const readOptions = fields<MessageOptions>({ ...callFields, files: asItIs() });

const readFileOptionsOnly = fields<FileOptions>({ files: asItIs() });

/** @param limit - bytes that one file may have. */
export function readMessageOptions(value: unknown, name: string, limit: number): CheckedMessageOptions {
  const { files, ...options } = readOptions(value, name);
  return { ...options, files: readFiles(files, `${name}.files`, limit) };
}

/** For an answer that is not sent yet. @param limit - bytes that one file may have. */
export function readFileOptions(value: unknown, name: string, limit: number): readonly CheckedFile[] {
  return readFiles(readFileOptionsOnly(value, name).files, `${name}.files`, limit);
}
