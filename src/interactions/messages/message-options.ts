import { formatJson } from "../../core/request/response.ts";
import { type CallOptions, callFields } from "../../core/request/transport.ts";
import { fields } from "../../core/check/fields.ts";
import { asItIs } from "../../core/check/readers.ts";
import { type CheckedFile, type MessageFile, readFiles } from "./message-file.ts";

/** Copies the body, so a getter cannot return another value after validation. */
export function toPlain<Body extends object>(body: Body, operation: string): Body {
  return JSON.parse(formatJson(body, operation) ?? "{}") as Body;
}

/** The files of a message. */
export interface FileOptions {
  /**
   * At most 10 files, each of at most `payload.attachment_size_limit` bytes, or 10 MiB. They are read during the upload. In an
   * edit, they replace the message's files, except those listed in `attachments`.
   */
  readonly files?: readonly MessageFile[] | undefined;
}

/** The options for sending or editing a message. */
export interface MessageOptions extends CallOptions, FileOptions {}

export interface CheckedMessageOptions extends CallOptions {
  readonly files: readonly CheckedFile[];
}

const readOptions = fields<MessageOptions>({ ...callFields, files: asItIs() });

const readFileOptionsOnly = fields<FileOptions>({ files: asItIs() });

export function readMessageOptions(value: unknown, name: string, limit: number): CheckedMessageOptions {
  const { files, ...options } = readOptions(value, name);
  return { ...options, files: readFiles(files, `${name}.files`, limit) };
}

export function readFileOptions(value: unknown, name: string, limit: number): readonly CheckedFile[] {
  return readFiles(readFileOptionsOnly(value, name).files, `${name}.files`, limit);
}
