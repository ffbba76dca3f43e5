import { type FileData, isStream } from "./message-file.ts";

export interface FileSource {
  /** Reads the next bytes, or `undefined` at the end. Does not read ahead. */
  next(): Promise<unknown>;
  /** Cancels reading. Never throws. */
  close(): void;
}

/** Bytes in memory are sent in chunks, so backpressure applies. */
const pieceBytes = 64 * 1024;

/** @throws The errors of the caller's data, for example for a locked stream. */
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
