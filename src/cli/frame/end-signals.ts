import { EndedBy } from "./failure.ts";

/** A terminal sends Ctrl-C to all its processes, and npm forwards it again: both count as one. */
const sameSignalMs = 500;

/**
 * Aborts on the first SIGINT, SIGTERM or SIGHUP. A second one exits immediately.
 *
 * @param now - a monotonic clock, in milliseconds.
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
