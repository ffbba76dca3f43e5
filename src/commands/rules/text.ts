import type { PathKey } from "../../core/request/path.ts";
import type { RuleId } from "./grades.ts";
import type { Visit } from "./visit.ts";

// Texts far beyond every limit are not counted to their end.
const countedUnits = 20_000;

/** The number of code points, which is what the service counts. */
export function countCodePoints(text: string): number {
  let count = Math.min(text.length, countedUnits);
  for (let index = Math.min(text.length, countedUnits) - 1; index > 0; index--) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) {
      count--;
      index--;
    }
  }
  return count;
}

/** Reports a text that is not of 1 to `most` characters. */
export function checkLength(visit: Visit, rule: RuleId, below: PathKey, text: string, most: number): void {
  if (text.length >= 1 && text.length <= most) return;
  const length = countCodePoints(text);
  if (length >= 1 && length <= most) return;
  visit.report(rule, below, {
    value: text,
    message:
      length === 0 ? "is empty." : `has ${length}${length >= countedUnits ? " or more" : ""} characters.`,
    fix: `Write 1 to ${most} characters.`,
  });
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
