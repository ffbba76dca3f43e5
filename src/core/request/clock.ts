/** Gives milliseconds, never fewer than before. */
export type SteadyClock = () => number;

/** Two clocks of the machine: users can set the wall clock, and the steady clock may stop while the machine sleeps. */
interface MachineClocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

const machine: MachineClocks = { wall: () => Date.now(), steady: () => performance.now() };

/**
 * A clock for the lifetime of tokens. It never goes back, and follows the clock of the machine on which more time has passed:
 * an expired token does not become fresh again when somebody sets the wall clock.
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

/** The moment on `clock` for a moment of the wall clock, in milliseconds since 1970. Setting the wall clock later does not move it. */
export function steadyMoment(clock: SteadyClock, wallMs: number): number {
  return clock() + (wallMs - Date.now());
}

/** A time for error texts, exact to the millisecond, so that users recognise the limit that they set. */
export function inWords(ms: number): string {
  const whole = Math.ceil(ms);
  return whole < 1000 ? `${whole} ms` : `${whole / 1000} s`;
}
