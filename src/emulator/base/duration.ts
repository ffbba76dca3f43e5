import { type Reader, wrongArgument, whole } from "../../core/check/readers.ts";

/** In milliseconds. */
const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const longestMs = 3_650 * units.d;

const part = String.raw`(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)`;
const parts = new RegExp(part, "g");
const nothingElse = new RegExp(String.raw`^\s*(?:${part}\s*)+$`);

/** A time that passes, in whole milliseconds: a number of them, or a text such as `16m` or `1h 30m`. */
export const readDuration: Reader<number> = (value, name) => {
  if (typeof value !== "string") return whole(0, longestMs)(value, name);
  // First of all: in other texts the search for parts would take long.
  const ms = nothingElse.test(value) ? Math.round(sumOf(value)) : Number.NaN;
  if (ms <= longestMs) return ms;
  throw wrongArgument(
    name,
    value,
    'a number of milliseconds, or a text such as "16m" or "1h 30m", up to "3650d"',
  );
};

function sumOf(text: string): number {
  let sum = 0;
  for (const [, count, unit] of text.matchAll(parts))
    sum += Number(count) * units[unit as keyof typeof units];
  return sum;
}
