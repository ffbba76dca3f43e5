import { type Reader, wrongArgument } from "../../input/reader.ts";
import { whole } from "../../input/readers.ts";

const milliseconds: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const longestMs = 3_650 * 86_400_000;
const part = /(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)/g;
const whole_text = /^(?:\s*\d+(?:\.\d+)?\s*(?:ms|s|m|h|d))+\s*$/;

/** A time that passes, in whole milliseconds: a number of them, or a text such as `16m` or `1h 30m`. */
export const readDuration: Reader<number> = (value, name) => {
  if (typeof value !== "string") return whole(0, longestMs)(value, name);
  const ms = Math.round(sumOf(value));
  if (whole_text.test(value) && ms <= longestMs) return ms;
  throw wrongArgument(
    name,
    value,
    'a number of milliseconds, or a text such as "16m" or "1h 30m", up to "3650d"',
  );
};

function sumOf(text: string): number {
  const parts = [...text.matchAll(part)].map(
    ([, count, unit = ""]) => Number(count) * (milliseconds[unit] ?? 0),
  );
  return parts.reduce((sum, ms) => sum + ms, 0);
}
