import { type ClientError, validationError, cut } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { asItIs, listOf, optional, readerOf, textOf, whole } from "../../core/check/readers.ts";
import { messageLimits } from "../../wire/limits.ts";
import { formatJson } from "../../core/request/response.ts";
import { type CallOptions, callFields } from "../../core/request/transport.ts";

/** A file attached to a message (Discord documentation, Reference, "Uploading Files"). @stable */
export interface MessageFile {
  /** The file name. Embeds and components can refer to it as `attachment://map.png`. */
  readonly name: string;
  /**
   * The content. A Blob or Uint8Array can be sent again if the request is retried. A stream or iterable can only be read once, so
   * the request is not retried.
   */
  readonly data: FileData;
  /** The alternative text, up to 1024 characters. */
  readonly description?: string | undefined;
  /** The size of a stream or iterable in bytes, if known. If set, the data must have exactly this size. */
  readonly size?: number | undefined;
}

export interface CheckedFile extends MessageFile {
  /** The `n` in `files[n]`. */
  readonly index: number;
}

const readFile = fields<MessageFile>({
  name: textOf({ most: 1024 }),
  data: readerOf("a Blob, a Uint8Array, a ReadableStream or an async iterable", isFileData),
  description: optional(textOf({ least: 0, most: 1024 })),
  size: optional(whole(0, Number.MAX_SAFE_INTEGER)),
});

const readList = listOf(readFile, messageLimits.files);

export function readFiles(value: unknown, name: string, limit: number): readonly CheckedFile[] {
  return (value === undefined ? [] : readList(value, name)).map((file, index) => {
    const { data, size = sizeOf(data) } = file;
    if (size !== undefined && size > limit) throw tooLarge(file, limit);
    return { ...file, index, ...(size !== undefined && { size }) };
  });
}

export function tooLarge(file: MessageFile, limit: number): ClientError {
  return validationError(
    "file_too_large",
    `The file ${nameOf(file)} is larger than ${limit} bytes, the maximum for attachments here.`,
    "Attach a smaller file, or send a link to it. payload.attachment_size_limit is the maximum size.",
  );
}

export function nameOf({ name }: Pick<MessageFile, "name">): string {
  return JSON.stringify(cut(name, 100));
}

/**
 * A file's content, either in memory or read during the upload. For a file on disk, use `await openAsBlob(path)` from `node:fs`.
 *
 * @stable
 */
export type FileData = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export function sizeOf(data: FileData): number | undefined {
  if (data instanceof Uint8Array) return data.byteLength;
  return data instanceof Blob ? data.size : undefined;
}

export function isFileData(value: unknown): value is FileData {
  if (value instanceof Uint8Array || value instanceof Blob) return true;
  if (typeof value !== "object" || value === null) return false;
  return (
    isStream(value) || typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === "function"
  );
}

export function isStream(value: object): value is ReadableStream<Uint8Array> {
  return typeof (value as Partial<ReadableStream>).getReader === "function";
}

/** Copies the body, because getters might return different values after validation. */
export function toPlain<Body extends object>(body: Body, operation: string): Body {
  return JSON.parse(formatJson(body, operation) ?? "{}") as Body;
}

/** A message's files. @stable */
export interface FileOptions {
  /**
   * Up to 10 files, each limited to `payload.attachment_size_limit` bytes, or to 10 MiB if that is not set. They are read during
   * the upload. In an edit, they replace the message's files, except those listed in `attachments`.
   */
  readonly files?: readonly MessageFile[] | undefined;
}

/** Options for sending or editing a message. @stable */
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
