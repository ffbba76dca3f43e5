import { fields } from "../../core/check/fields.ts";
import { isObject, optional, type Reader, readerOf, textOf } from "../../core/check/readers.ts";
import { messageLimits } from "../../wire/limits.ts";

/** A file for an option or a form field. @stable */
export interface PlayerFile {
  /** The file name: 1 to 1024 characters. */
  readonly name: string;
  /** The content: up to 10 MiB. */
  readonly data: Uint8Array | string;
  /** Default `application/octet-stream`. */
  readonly type?: string | undefined;
}

export function isPlayerFile(value: unknown): value is PlayerFile {
  return isObject(value) && "data" in value;
}

function isFileData(value: unknown): boolean {
  if (typeof value === "string") return Buffer.byteLength(value) <= messageLimits.fileBytes;
  return value instanceof Uint8Array && value.length <= messageLimits.fileBytes;
}

export const readPlayerFile: Reader<PlayerFile> = fields<PlayerFile>({
  name: textOf({ most: 1024 }),
  data: readerOf(`a Uint8Array or a string of at most ${messageLimits.fileBytes} bytes`, isFileData),
  type: optional(textOf({ most: 255 })),
});

interface SentFile extends Pick<PlayerFile, "name" | "type"> {
  readonly base64: string;
}

export function withSentFiles<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withSentFiles) as Value;
  if (!isObject(value)) return value;
  if (typeof value["base64"] === "string") return readSentFile(value as unknown as SentFile) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withSentFiles(one)])) as Value;
}

/** Browsers report an unknown file type as an empty string. */
function readSentFile({ name, type, base64 }: SentFile): PlayerFile {
  const data = Buffer.from(base64, "base64");
  return readPlayerFile({ name, data, ...(type && { type }) }, "file");
}
