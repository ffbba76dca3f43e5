import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, type Stats } from "node:fs";
import { open, stat } from "node:fs/promises";

/** The file's kind, size or encoding is not supported. The message is a clause, such as `it is a pipe, not a regular file`. */
export class UnusableFile extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

const mebibyte = 2 ** 20;

/** The maximum size in bytes, by kind of file. */
export const fileLimits: Readonly<Record<"settings" | "data" | "records", number>> = {
  /** Keys and `.env` files. */
  settings: mebibyte,
  /** Configs, commands, translations, images, states and lists. */
  data: 64 * mebibyte,
  /** Journals, token files and emulator states, which grow with the number of guilds and accounts. */
  records: 256 * mebibyte,
};

// Without O_NONBLOCK, opening a pipe waits for a writer, and neither signals nor `process.exit` can interrupt that wait. Windows
// lacks the flag.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * @param most - The maximum size; see {@link fileLimits}.
 * @throws UnusableFile for a pipe, a socket, a device or a file that is too large; otherwise the file system's error.
 */
export async function readBytes(path: string, most: number): Promise<Buffer> {
  refuseUnusable(await stat(path), most);
  const file = await open(path, flags);
  try {
    // The file may have been replaced since `stat`.
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

export async function readText(path: string, most: number = fileLimits.data): Promise<string> {
  return decodeText(await readBytes(path, most));
}

/** Synchronous version of {@link readText}. */
export function readTextSync(path: string, most: number = fileLimits.data): string {
  return decodeText(readBytesSync(path, most));
}

function decodeText(bytes: Uint8Array): string {
  if (isUtf16(bytes)) throw notUtf8("it is UTF-16, but must be UTF-8");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8("it is not valid UTF-8");
  }
}

/** UTF-16 text starts with a byte order mark or an ASCII character, which has a zero byte. */
function isUtf16([first, second]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked || first === 0 || second === 0;
}

function notUtf8(problem: string): UnusableFile {
  return new UnusableFile(problem, "Save it as UTF-8.");
}

/** Directories pass, because reading one fails with EISDIR anyway. */
function refuseUnusable(stats: Stats, most: number): void {
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new UnusableFile(
      `it is ${kindOf(stats)}, not a regular file`,
      "Use a regular file with the same content.",
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

/** Returns an UnusableFile's message, or an error code such as `EACCES`. */
export function readProblem(error: unknown): string {
  if (error instanceof UnusableFile) return error.message;
  const { code = "unknown" } = error as NodeJS.ErrnoException;
  return code;
}
