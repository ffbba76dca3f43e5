/** More would overflow a timer of the runtime, which then ends at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Calls `end` after `ms`, however long that is.
 *
 * @returns what gives it up.
 */
export function startTimer(ms: number, end: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (leftMs: number): void => {
    const stepMs = Math.min(leftMs, longestTimerMs);
    timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : end()), stepMs);
  };
  wait(ms);
  return () => clearTimeout(timer);
}
