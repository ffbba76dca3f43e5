/** Milliseconds; later calls never give less. */
export type SteadyClock = () => number;

/** The clocks of the machine: the one of the wall, which can be set, and the one that stands still while the machine sleeps. */
interface MachineClocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

const machine: MachineClocks = { wall: () => Date.now(), steady: () => performance.now() };

/**
 * A clock by which it is decided how long a token lives: it never goes back. Whichever of the machine's clocks says that more
 * time has passed is believed, so that nothing that has ended is taken for fresh when somebody sets the time.
 */
export function createClock({ wall, steady }: MachineClocks = machine): SteadyClock {
  let [now, steadyNow] = [wall(), steady()];
  return () => {
    const passedMs = Math.max(0, steady() - steadyNow);
    steadyNow += passedMs;
    now = Math.max(wall(), now + passedMs);
    return now;
  };
}

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

/** A time as texts say it, to the millisecond: a limit reads as whoever set it knows it. */
export function inWords(ms: number): string {
  const whole = Math.ceil(ms);
  return whole < 1000 ? `${whole} ms` : `${whole / 1000} s`;
}
