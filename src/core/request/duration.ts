/** A time as texts say it, to the millisecond: a limit reads as whoever set it knows it. */
export function inWords(ms: number): string {
  const whole = Math.ceil(ms);
  return whole < 1000 ? `${whole} ms` : `${whole / 1000} s`;
}
