import type { OutputStream } from "./host.ts";

const readerGone: readonly (string | undefined)[] = ["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"];

/**
 * Ignores a closed output stream (`slashpass … | head -1`): the command finishes with its usual exit code.
 *
 * @param onBroken - called for other write errors, such as a full disk.
 */
export function outliveReader(stream: OutputStream, onBroken: (error: NodeJS.ErrnoException) => void): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (!readerGone.includes(error.code)) onBroken(error);
  });
}
