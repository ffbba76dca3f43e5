/** How deep JSON of another party may be nested. What the service sends, and takes, has about twenty levels. */
const deepest = 100;

/**
 * Reads JSON of another party. What it gives can be walked, copied and written again by functions that call themselves, which
 * a text of a few kilobytes could else let run out of stack.
 *
 * @throws SyntaxError when it is no JSON, or nested more than 100 deep; it quotes nothing of the text where that is too deep.
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isWithin(value, deepest)) return value;
  throw new SyntaxError(`It is JSON that is nested more than ${deepest} deep.`);
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((below) => isWithin(below, levels - 1));
}

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
