import { fields } from "../../core/check/fields.ts";
import { isObject, optional, type Reader, readerOf, textOf } from "../../core/check/readers.ts";
import { messageLimits } from "../../wire/limits.ts";

/** A file of a player, for an option or a form that takes one. */
export interface PlayerFile {
  /** Its name: 1 to 1024 characters. */
  readonly name: string;
  /** Its content: bytes, or a text, at most 10 MiB. */
  readonly data: Uint8Array | string;
  /** Its media type. Default `application/octet-stream`. */
  readonly type?: string | undefined;
}

/** Whether a value is a file, not its name alone. */
export function isPlayerFile(value: unknown): value is PlayerFile {
  return isObject(value) && "data" in value;
}

function isFileData(value: unknown): boolean {
  if (typeof value === "string") return Buffer.byteLength(value) <= messageLimits.fileBytes;
  return value instanceof Uint8Array && value.length <= messageLimits.fileBytes;
}

/** Reads a file. */
export const readPlayerFile: Reader<PlayerFile> = fields<PlayerFile>({
  name: textOf({ most: 1024 }),
  data: readerOf(`a Uint8Array or a string of at most ${messageLimits.fileBytes} bytes`, isFileData),
  type: optional(textOf({ most: 255 })),
});

/** A file as the page sends it, in JSON. */
interface SentFile extends Pick<PlayerFile, "name" | "type"> {
  readonly base64: string;
}

/** The values of the page, in which files are as code gives them. */
export function withSentFiles<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withSentFiles) as Value;
  if (!isObject(value)) return value;
  if (typeof value["base64"] === "string") return readSentFile(value as unknown as SentFile) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withSentFiles(one)])) as Value;
}

/** A browser that does not know a file's type says an empty one. */
function readSentFile({ name, type, base64 }: SentFile): PlayerFile {
  const data = Buffer.from(base64, "base64");
  return readPlayerFile({ name, data, ...(type && { type }) }, "file");
}
