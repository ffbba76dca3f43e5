import type { OptionType } from "./command-option.ts";
import { optionTraits } from "./option-traits.ts";

const integers = {
  least: Number.MIN_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
  text: "a whole number from -2^53+1 to 2^53-1",
} as const;

const doubles = { least: -(2 ** 53), most: 2 ** 53, text: "a number from -2^53 to 2^53" } as const;

/** What an INTEGER or NUMBER option can hold (Application Commands Interface, "Option types"). */
export function rangeOf(type: OptionType): {
  readonly least: number;
  readonly most: number;
  readonly text: string;
} {
  return isWhole(type) ? integers : doubles;
}

/** Whether a value fits an option of this type. */
export function isInRange(value: unknown, type: OptionType): boolean {
  const { least, most } = rangeOf(type);
  if (typeof value !== "number" || !(value >= least && value <= most)) return false;
  return !isWhole(type) || Number.isInteger(value);
}

/** Whether options of this type hold whole numbers only. */
export function isWhole(type: OptionType): boolean {
  return optionTraits[type].holds === "integer";
}
