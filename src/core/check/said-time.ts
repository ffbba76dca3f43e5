/** Ten years. Who says more means "for ever"; no timer and no `Date` holds what some say. */
export const longestSaidSeconds = 315_360_000;
/** What a `Date` holds, on both sides of 1970. */
const longestMomentMs = 8.64e15;

/**
 * The seconds that another party says: an interval, a lifetime, a time to wait. Every one is read here. More than ten years
 * count as ten years.
 *
 * @returns undefined for what is no time: no number, a negative one, NaN, one without end.
 */
export function saidSeconds(value: unknown): number | undefined {
  const isTime = typeof value === "number" && Number.isFinite(value) && value >= 0;
  return isTime ? Math.min(value, longestSaidSeconds) : undefined;
}

/** The same for those that a text says, such as a header. */
export function writtenSeconds(text: unknown): number | undefined {
  return typeof text === "string" && text.trim() !== "" ? saidSeconds(Number(text)) : undefined;
}

/** The moment that a record says, in milliseconds since 1970; undefined for what no `Date` holds. */
export function saidMoment(value: unknown): number | undefined {
  return typeof value === "number" && Math.abs(value) <= longestMomentMs ? value : undefined;
}
