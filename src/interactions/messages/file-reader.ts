import { type ClientError, validationError } from "../../core/errors.ts";
import { type FileSource, openSource } from "./file-source.ts";
import { type CheckedFile, nameOf, tooLarge } from "./message-file.ts";

/** A source gave something else. */
const notBytes = Symbol("not bytes");

/** Reads one file, and holds it to its size. */
export class FileReader {
  readonly #file: CheckedFile;
  readonly #limit: number;
  #source: FileSource | undefined;
  #bytes = 0;
  #isClosed = false;

  /** @param limit - bytes that it may have. */
  constructor(file: CheckedFile, limit: number) {
    this.#file = file;
    this.#limit = limit;
  }

  /**
   * The next bytes, and never none; undefined at the end.
   *
   * @throws ClientError `file_too_large`, `file_size_wrong` or `file_unreadable`.
   */
  async next(): Promise<Uint8Array | undefined> {
    while (!this.#isClosed) {
      const chunk = await this.#read();
      if (chunk === undefined) return this.#end();
      if (chunk === notBytes) throw noBytes(this.#file);
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#limit) throw tooLarge(this.#file, this.#limit);
      if (this.#bytes > (this.#file.size ?? Infinity)) throw otherSize(this.#file);
      if (chunk.byteLength > 0) return chunk;
      await nextTurn();
    }
    return undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#source?.close();
  }

  /** What its source throws is the caller's, and may say anything: it is not shown. */
  async #read(): Promise<Uint8Array | typeof notBytes | undefined> {
    try {
      this.#source ??= openSource(this.#file.data);
      const chunk = await this.#source.next();
      if (chunk === undefined) return undefined;
      if (!(chunk instanceof Uint8Array)) return notBytes;
      return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    } catch {
      throw unreadable(this.#file);
    }
  }

  #end(): undefined {
    if (this.#bytes < (this.#file.size ?? 0)) throw otherSize(this.#file);
  }
}

/** A source that gives nothing for ever stops no timer: a call that takes too long still ends. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function noBytes(file: CheckedFile): ClientError {
  return validationError(
    "file_unreadable",
    `The file ${nameOf(file)} gave something that is not bytes, so the message was not sent completely.`,
    "Pass a stream of Uint8Array: a stream of Node without an encoding, for example.",
  );
}

function otherSize(file: CheckedFile): ClientError {
  return validationError(
    "file_size_wrong",
    `The file ${nameOf(file)} does not have the ${file.size} bytes that its size says, so the message was not sent completely.`,
    "Leave out size if it is not known.",
  );
}

function unreadable(file: CheckedFile): ClientError {
  return validationError(
    "file_unreadable",
    `The file ${nameOf(file)} could not be read completely: its source failed, or is being read elsewhere.`,
    "Open the file again for each message.",
  );
}
