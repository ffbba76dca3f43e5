import { EndedBy } from "./failure.ts";

/** A Ctrl-C at a terminal reaches every program there, and npm passes it on once more: both are one. */
const sameSignalMs = 500;

/**
 * What ends the program: the first signal aborts, so that work under way stops and its state is told; a second one does not
 * wait.
 *
 * @param now - milliseconds on a clock.
 */
export function endAtSignals(
  source: Pick<NodeJS.Process, "on" | "exit">,
  exitCode: number,
  now: () => number = () => performance.now(),
): AbortSignal {
  const end = new AbortController();
  let endedAt = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    source.on(signal, () => {
      if (!end.signal.aborted) {
        endedAt = now();
        end.abort(new EndedBy(signal));
      } else if (now() - endedAt >= sameSignalMs) source.exit(exitCode);
    });
  }
  return end.signal;
}
