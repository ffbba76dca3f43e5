import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, type Stats } from "node:fs";
import { open, stat } from "node:fs/promises";

/** A file whose kind, size or encoding is rejected. The message is part of a sentence: `it is a pipe, not a regular file`. */
export class UnusableFile extends Error {
  /** The next step. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

const mebibyte = 2 ** 20;

/** The most bytes that are read of a file, by its kind. */
export const fileLimits: Readonly<Record<"settings" | "data" | "records", number>> = {
  /** Keys and `.env` files. */
  settings: mebibyte,
  /** Configs, commands, languages, pictures, states and lists. */
  data: 64 * mebibyte,
  /** Journals, token files and emulator states, which grow with the number of guilds and accounts. */
  records: 256 * mebibyte,
};

// Without O_NONBLOCK, opening a pipe waits for a writer; neither signals nor `process.exit` end that wait. Windows lacks the flag.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a regular file.
 *
 * @param most - the limit of its size, one of {@link fileLimits}.
 * @throws UnusableFile for a pipe, a socket, a device or a file above the limit; the file system's error otherwise.
 */
export async function readBytes(path: string, most: number): Promise<Buffer> {
  refuseUnusable(await stat(path), most);
  const file = await open(path, flags);
  try {
    // Another process may have replaced it since.
    refuseUnusable(await file.stat(), most);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Synchronous version of {@link readBytes}. */
export function readBytesSync(path: string, most: number): Buffer {
  refuseUnusable(statSync(path), most);
  const file = openSync(path, flags);
  try {
    refuseUnusable(fstatSync(file), most);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * The text of a regular file in UTF-8, without its byte order mark.
 *
 * @throws UnusableFile as {@link readBytes}, and for another encoding.
 */
export async function readText(path: string, most: number = fileLimits.data): Promise<string> {
  return decodeText(await readBytes(path, most));
}

/** Synchronous version of {@link readText}. */
export function readTextSync(path: string, most: number = fileLimits.data): string {
  return decodeText(readBytesSync(path, most));
}

function decodeText(bytes: Uint8Array): string {
  if (isUtf16(bytes)) throw notUtf8("it is in UTF-16, and must be in UTF-8");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8("it is not valid UTF-8");
  }
}

/** UTF-16 starts with a byte order mark, or with an ASCII character, one byte of which is zero. */
function isUtf16([first, second]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked || first === 0 || second === 0;
}

function notUtf8(problem: string): UnusableFile {
  return new UnusableFile(problem, "Save it in UTF-8.");
}

/** Accepts directories: reading one fails with EISDIR. */
function refuseUnusable(stats: Stats, most: number): void {
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new UnusableFile(
      `it is ${kindOf(stats)}, not a regular file`,
      "Use a regular file with that content.",
    );
  }
  if (stats.size > most) {
    throw new UnusableFile(`it is larger than ${most / mebibyte} MiB`, "Check that it is the right file.");
  }
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return "a pipe";
  return stats.isSocket() ? "a socket" : "a device";
}

/** Why reading failed, for use in a sentence: the message of an UnusableFile, or an error code such as `EACCES`. */
export function readProblem(error: unknown): string {
  if (error instanceof UnusableFile) return error.message;
  const { code = "unknown" } = error as NodeJS.ErrnoException;
  return code;
}
