import { type ClientError, validationError } from "../../core/errors.ts";
import type { OpenBody, StreamedBody } from "../../core/request/send.ts";
import { formatJson } from "../../core/request/response.ts";
import { type CheckedFile, type FileData, isStream, nameOf, tooLarge } from "./message-file.ts";

const encoder = new TextEncoder();

/**
 * Creates a streamed form if there are files (RFC 7578; Discord documentation, Reference, "Uploading Files"). Only one chunk of
 * one file is in memory at a time.
 */
export function createForm(
  body: unknown,
  files: readonly CheckedFile[],
  { operation, limit }: { readonly operation: string; readonly limit: number },
): StreamedBody | undefined {
  if (files.length === 0) return undefined;
  const boundary = `slashpass-${crypto.randomUUID()}`;
  const parts: Part[] = [
    head(boundary, 'name="payload_json"', "application/json"),
    encoder.encode(formatJson(body, operation)),
    ...files.flatMap((file) => [head(boundary, describe(file), typeOf(file), "\r\n"), file]),
    encoder.encode(`\r\n--${boundary}--\r\n`),
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: lengthOf(parts),
    isRepeatable: files.every(({ data }) => isRereadable(data)),
    open: (fail) => openParts(parts, limit, fail),
  };
}

type Part = Uint8Array | CheckedFile;

function head(boundary: string, disposition: string, type: string, before = ""): Uint8Array {
  const lines = [`--${boundary}`, `Content-Disposition: form-data; ${disposition}`, `Content-Type: ${type}`];
  return encoder.encode(`${before}${lines.join("\r\n")}\r\n\r\n`);
}

function describe({ index, name }: CheckedFile): string {
  // Escaped as browsers do (HTML, "multipart/form-data encoding algorithm"), so that a name cannot break out of the header.
  const escaped = name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
  return `name="files[${index}]"; filename="${escaped}"`;
}

function typeOf({ data }: CheckedFile): string {
  const type = data instanceof Blob ? data.type : "";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
}

function lengthOf(parts: readonly Part[]): number | undefined {
  let length = 0;
  for (const part of parts) {
    const size = part instanceof Uint8Array ? part.byteLength : part.size;
    if (size === undefined) return undefined;
    length += size;
  }
  return length;
}

function openParts(parts: readonly Part[], limit: number, fail: (reason: ClientError) => void): OpenBody {
  const remaining = [...parts];
  let file: FileReader | undefined;
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    file?.close();
  };
  const next = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      if (isClosed) return undefined;
      const chunk = await file?.next();
      if (chunk) return chunk;
      const part = remaining.shift();
      file = undefined;
      if (part === undefined || part instanceof Uint8Array) return part;
      file = new FileReader(part, limit);
    }
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const chunk = await next();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    } catch (error) {
      close();
      const reason = error as ClientError;
      fail(reason);
      controller.error(reason);
    }
  };
  // Unbuffered, to avoid reading ahead of the connection.
  return { stream: new ReadableStream({ pull, cancel: close }, { highWaterMark: 0 }), close };
}

const notBytes = Symbol("not bytes");

export class FileReader {
  readonly #file: CheckedFile;
  readonly #limit: number;
  #source: FileSource | undefined;
  #bytes = 0;
  #isClosed = false;

  constructor(file: CheckedFile, limit: number) {
    this.#file = file;
    this.#limit = limit;
  }

  /** Returns the next chunk, which is never empty, or `undefined` at the end. */
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

  /** The source's own error is hidden, because it may contain the caller's private data. */
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

/** Yields to timers, because a source that keeps returning empty chunks must not block timeouts. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function noBytes(file: CheckedFile): ClientError {
  const message = `The file ${nameOf(file)} returned data other than bytes, so the message was not sent completely.`;
  const hint = "Pass a stream of Uint8Array, such as a Node.js stream without an encoding.";
  return validationError("file_unreadable", message, hint);
}

function otherSize(file: CheckedFile): ClientError {
  const message = `The file ${nameOf(file)} does not have the declared size of ${file.size} bytes, so the message was not sent completely.`;
  return validationError("file_size_wrong", message, "Omit size if it is unknown.");
}

function unreadable(file: CheckedFile): ClientError {
  return validationError(
    "file_unreadable",
    `The file ${nameOf(file)} could not be read completely: its source failed or is being read by other code.`,
    "Open the file again for each message.",
  );
}

export interface FileSource {
  /** Returns the next bytes, or `undefined` at the end. Does not read ahead. */
  next(): Promise<unknown>;
  /** Cancels reading. Never throws. */
  close(): void;
}

/** Data in memory is also sent in chunks, so that backpressure applies to it. */
const pieceBytes = 64 * 1024;

export function openSource(data: FileData): FileSource {
  if (data instanceof Uint8Array) return sourceOf(pieces(data));
  if (data instanceof Blob) return streamSource(data.stream());
  return isStream(data) ? streamSource(data) : sourceOf(data);
}

export function isRereadable(data: FileData): boolean {
  return data instanceof Uint8Array || data instanceof Blob;
}

function streamSource(stream: ReadableStream<Uint8Array>): FileSource {
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()).value,
    close: () => void giveUp(() => reader.cancel()),
  };
}

function sourceOf(data: AsyncIterable<Uint8Array>): FileSource {
  const iterator = data[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    },
    close: () => void giveUp(() => iterator.return?.()),
  };
}

/** The caller's iterator may hang, throw, or never end. */
async function giveUp(end: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await end();
  } catch {
    // Errors while closing are ignored.
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += pieceBytes)
    yield bytes.subarray(from, from + pieceBytes);
}
