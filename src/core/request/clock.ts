/** Returns a time in milliseconds that never decreases. */
export type SteadyClock = () => number;

/** Users can change the wall clock, and the steady clock may stop while the machine sleeps. */
interface MachineClocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

const machine: MachineClocks = { wall: () => Date.now(), steady: () => performance.now() };

/**
 * Creates a clock for token lifetimes. It follows whichever clock advances further and never goes back, so changing the wall
 * clock cannot revive an expired token.
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

/** Converts milliseconds since 1970 to a time on `clock`. Later changes to the wall clock have no effect. */
export function steadyMoment(clock: SteadyClock, wallMs: number): number {
  return clock() + (wallMs - Date.now());
}

/** Exact to the millisecond, so users recognize the timeout they set. */
export function formatDuration(ms: number): string {
  const whole = Math.ceil(ms);
  return whole < 1000 ? `${whole} ms` : `${whole / 1000} s`;
}
