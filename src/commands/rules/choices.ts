import { isObject } from "../../core/check/readers.ts";
import type { OptionType } from "../../wire/command-option.ts";
import { optionTraits, isInRange, isIntegerType, rangeOf } from "../../wire/option-traits.ts";
import { checkLocalizations, reportMissingName, checkLength, countCodePoints } from "./names.ts";
import type { Fields, Visit } from "./visit.ts";
import { limits } from "../../wire/limits.ts";

export const choiceFields: ReadonlySet<string> = new Set(["name", "value", "name_localizations"]);

const known: ReadonlySet<string> = new Set([...choiceFields, "name_localized"]);

export function checkChoices(visit: Visit, choices: unknown, type: OptionType): void {
  if (!Array.isArray(choices)) return visit.reportType("choices", choices, "a list");
  if (choices.length > limits.choices) {
    visit.report("choices-count", "choices", choices, [
      `has ${choices.length} entries.`,
      `Use at most ${limits.choices}, or use autocomplete instead.`,
    ]);
  }
  const earlier: Earlier = { name: [], value: [] };
  const checkAt = (index: number): void => {
    const choice: unknown = choices[index];
    if (isObject(choice)) checkChoice(visit, choice, type, earlier);
    else visit.reportType(undefined, choice, "an object");
  };
  visit.inside("choices", () => visit.each(choices, checkAt));
}

function checkChoice(visit: Visit, choice: Fields, type: OptionType, earlier: Earlier): void {
  const { name, value, name_localizations: localizations } = choice;
  checkUnique(visit, "name", name, earlier.name);
  checkUnique(visit, "value", value, earlier.value);
  if (typeof name === "string") checkLength(visit, "choice-name-length", "name", name, limits.textLength);
  else reportMissingName(visit, name);
  checkLocalizations(visit, "name_localizations", localizations, (locale, text) =>
    checkLength(visit, "choice-name-length", locale, text, limits.textLength),
  );
  if (optionTraits[type].holds === "string") checkTextValue(visit, value);
  else checkNumericValue(visit, value, type);
  if (hasMore(choice)) visit.reportUnknown(choice, "a choice", known);
}

/** A fast check, because a set may have thousands of choices. */
function hasMore(choice: Fields): boolean {
  for (const field in choice) if (field !== "name" && field !== "value") return true;
  return false;
}

function checkTextValue(visit: Visit, value: unknown): void {
  if (typeof value !== "string") return reportValueType(visit, value, "a string");
  visit.units += value.length;
  if (value.length > limits.textLength && countCodePoints(value) > limits.textLength) {
    const length = countCodePoints(value);
    visit.report(
      length > limits.choiceTextLength ? "choice-value-longest" : "choice-value-length",
      "value",
      value,
      [`has ${length} characters.`, `Use at most ${limits.textLength} characters, for example a short key.`],
    );
  }
}

function checkNumericValue(visit: Visit, value: unknown, type: OptionType): void {
  if (typeof value !== "number" || Number.isNaN(value)) return reportValueType(visit, value, "a number");
  visit.units += String(value).length;
  if (isIntegerType(type) && Number.isFinite(value) && !Number.isInteger(value)) {
    reportValueType(visit, value, "a whole number");
  } else if (!isInRange(value, type)) {
    const { text } = rangeOf(type);
    visit.report("choice-value-range", "value", value, [`is not ${text}.`, `Use ${text}.`]);
  }
}

function reportValueType(visit: Visit, value: unknown, expected: string): void {
  const message = `is not ${expected}, as the option's type requires.`;
  visit.report("choice-value-type", "value", value, [message, `Write ${expected}.`]);
}

interface Earlier {
  readonly name: unknown[];
  readonly value: unknown[];
}

function checkUnique(visit: Visit, field: keyof Earlier, value: unknown, earlier: unknown[]): void {
  // Avoids quadratic time. Longer lists are rejected anyway.
  if (value === undefined || earlier.length >= limits.choices) return;
  if (earlier.includes(value)) visit.report(`choice-${field}-unique`, field, value);
  earlier.push(value);
}
