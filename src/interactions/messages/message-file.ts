import { type ClientError, validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { type Reader, wrongArgument } from "../../core/check/reader.ts";
import { listOf, optional, textOf, whole } from "../../core/check/readers.ts";
import { messageLimits } from "../../wire/message-limits.ts";
import { type FileData, isFileData, sizeOf } from "./file-source.ts";

/** A file that goes out with a message (Discord documentation, Reference, "Uploading Files"). */
export interface MessageFile {
  /** Its name, by which embeds and components show it: `attachment://map.png`. */
  readonly name: string;
  /**
   * Its bytes. A Blob or Uint8Array can be sent again when the service asks for it; a stream or iterable is read once, so a
   * message with one is not repeated.
   */
  readonly data: FileData;
  /** Says what is in it, for those who cannot see it. At most 1024 characters. */
  readonly description?: string | undefined;
  /** Bytes, where they are known of a stream or iterable; it then has to have exactly so many. */
  readonly size?: number | undefined;
}

/** A file that was read, with its number in the message. */
export interface CheckedFile extends MessageFile {
  /** The `n` of `files[n]`. */
  readonly index: number;
}

const readData: Reader<FileData> = (value, name) => {
  if (isFileData(value)) return value;
  throw wrongArgument(name, value, "a Blob, a Uint8Array, a ReadableStream or an async iterable");
};

const readFile = fields<MessageFile>({
  name: textOf({ most: 1024 }),
  data: readData,
  description: optional(textOf({ least: 0, most: 1024 })),
  size: optional(whole(0, Number.MAX_SAFE_INTEGER)),
});

const readList = listOf(readFile, messageLimits.files);

/**
 * Reads the files of a message.
 *
 * @param limit - bytes that one may have.
 * @throws ClientError `file_too_large` for one that says it has more, and those of the readers.
 */
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
    `The file ${nameOf(file)} has more than ${limit} bytes, which is the most that can be attached here.`,
    "Attach a smaller file, or link to where it can be downloaded. payload.attachment_size_limit says how much is allowed.",
  );
}

export function nameOf({ name }: Pick<MessageFile, "name">): string {
  return JSON.stringify(name.slice(0, 100));
}
