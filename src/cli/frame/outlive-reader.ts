import type { OutputStream } from "./host.ts";

/** Codes by which systems say that nobody reads any more. */
const readerGone: readonly (string | undefined)[] = ["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"];

/**
 * Lets the program go on where the reader of its output has gone (`slashpass … | head -1`): its work is done to the end, with the
 * usual exit code, and the rest of the output is dropped.
 *
 * @param onBroken - told of every other reason for which something could not be written, such as a full disk.
 */
export function outliveReader(stream: OutputStream, onBroken: (error: NodeJS.ErrnoException) => void): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (!readerGone.includes(error.code)) onBroken(error);
  });
}
