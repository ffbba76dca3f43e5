import { EndedBy } from "./failure.ts";
import type { Host, OutputStream, Surroundings } from "./host.ts";
import { runCommand } from "./run-command.ts";

/** The terminal sends Ctrl-C to all processes, and npm forwards it again. Both signals count as one. */
const sameSignalMs = 500;

/** Aborts on the first SIGINT, SIGTERM or SIGHUP. A second signal exits the process immediately. */
export function endAtSignals(source: Pick<NodeJS.Process, "on" | "exit">, exitCode: number): AbortSignal {
  const end = new AbortController();
  let endedAt = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    source.on(signal, () => {
      if (!end.signal.aborted) {
        endedAt = performance.now();
        end.abort(new EndedBy(signal));
      } else if (performance.now() - endedAt >= sameSignalMs) source.exit(exitCode);
    });
  }
  return end.signal;
}

const closedReaderCodes = new Set<string | undefined>(["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/**
 * Ignores a closed output stream (`slashpass … | head -1`), so that the command finishes with its usual exit code.
 *
 * @param onBroken - Called for other write errors, such as a full disk.
 */
export function ignoreClosedReader(
  stream: OutputStream,
  onBroken: (error: NodeJS.ErrnoException) => void,
): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (!closedReaderCodes.has(error.code)) onBroken(error);
  });
}

/** The library logs requests if `NODE_DEBUG` contains its name. */
export function isVerbose({ NODE_DEBUG = "" }: Surroundings["env"]): boolean {
  return /\bslashpass\b/i.test(NODE_DEBUG);
}

/** Uses a child process, because Node reads `NODE_DEBUG` only at startup. */
export function runVerbosely(
  words: readonly string[],
  setting: Surroundings & Pick<Host, "program">,
): Promise<number> {
  const NODE_DEBUG = [setting.env["NODE_DEBUG"], "slashpass"].filter(Boolean).join(",");
  const env = { ...setting.env, NODE_DEBUG };
  return runCommand([...setting.program, ...words], { ...setting, env });
}
