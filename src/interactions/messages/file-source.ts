import { type FileData, isStream } from "./message-file.ts";

/** A file that is being read. */
export interface FileSource {
  /** The next bytes; undefined at the end. Reads nothing ahead. */
  next(): Promise<unknown>;
  /** Gives up the rest. Never throws. */
  close(): void;
}

/** Bytes that are there already go out in pieces, so that the connection sets the pace. */
const pieceBytes = 64 * 1024;

/** @throws what the caller's data throws, for example a stream that somebody else reads. */
export function openSource(data: FileData): FileSource {
  if (data instanceof Uint8Array) return sourceOf(pieces(data));
  if (data instanceof Blob) return streamSource(data.stream());
  return isStream(data) ? streamSource(data) : sourceOf(data);
}

/** Whether the same bytes can be read again. */
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

/** It is the caller's: it may hang, throw, or have no end. */
async function giveUp(end: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await end();
  } catch {
    // The result of its `return` changes nothing.
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += pieceBytes)
    yield bytes.subarray(from, from + pieceBytes);
}
