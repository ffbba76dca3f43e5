import { countCharacters, isObject } from "../../core/check/readers.ts";
import { type ClientError, validationError } from "../../core/errors.ts";
import type { Choice, OptionType } from "../../wire/command-option.ts";
import type { AutocompletePayload } from "../../wire/interaction.ts";
import { optionTraits, isInRange } from "../../wire/option-traits.ts";
import {
  definitionOf,
  type GivenOption,
  findFilledLevel,
  mismatch,
  type AutocompleteContext,
  type OptionDefinition,
} from "./option-values.ts";
import { hideToken } from "../answer/interaction.ts";
import { malformed } from "../../events/interaction-payload.ts";
import { limits } from "../../wire/limits.ts";

type AnyAutocomplete = (typed: unknown, context: AutocompleteContext) => unknown;

export async function suggestChoices(
  definitions: readonly OptionDefinition[],
  payload: AutocompletePayload,
): Promise<readonly Choice[]> {
  const level = findFilledLevel(definitions, payload.data.options);
  const focused = level.filled.find((option) => option.focused === true);
  if (!focused) throw malformed("the focused option");
  const definition = definitionOf(level.definitions, focused);
  const autocomplete = "autocomplete" in definition ? definition.autocomplete : undefined;
  if (!autocomplete) throw mismatch(`the option "${focused.name}" has no autocomplete`);
  const options = Object.fromEntries(
    level.filled.filter((option) => option !== focused).map(({ name, value }) => [name, value]),
  );
  const context = { options, payload: hideToken(payload) } as AutocompleteContext;
  const choices = await (autocomplete as AnyAutocomplete)(typedValue(focused, definition.type), context);
  return checkChoices(choices, definition);
}

/** While a number is being typed, the service sends it as a string (Application Commands Interface, "Autocomplete rules"). */
function typedValue({ value }: GivenOption, type: OptionType): string | number | undefined {
  const text = typeof value === "number" ? value.toString() : value;
  if (typeof text !== "string") throw malformed("the focused value");
  if (optionTraits[type].holds === "string") return text;
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? undefined : number;
}

/** If a single suggestion is invalid, the service discards all of them and does not identify the invalid one. */
function checkChoices(choices: unknown, { name, type }: OptionDefinition): readonly Choice[] {
  if (!Array.isArray(choices)) throw invalidChoices(name, "did not return a list");
  if (choices.length > limits.choices)
    throw invalidChoices(
      name,
      `returned ${choices.length} suggestions, but at most ${limits.choices} are allowed`,
    );
  for (const choice of choices) {
    if (!isObject(choice)) throw invalidChoices(name, "returned invalid choices");
    if (!hasLength(choice["name"]))
      throw invalidChoices(name, `returned a name that is not 1 to ${limits.textLength} characters`);
    if (!isValue(choice["value"], type))
      throw invalidChoices(name, "returned a value that is not valid for the option");
  }
  return choices as readonly Choice[];
}

function isValue(value: unknown, type: OptionType): boolean {
  if (optionTraits[type].holds !== "string") return isInRange(value, type);
  return typeof value === "string" && countCharacters(value, limits.textLength) <= limits.textLength;
}

function hasLength(value: unknown): boolean {
  if (typeof value !== "string" || value === "") return false;
  return countCharacters(value, limits.textLength) <= limits.textLength;
}

function invalidChoices(option: string, problem: string): ClientError {
  return validationError(
    "invalid_choices",
    `The autocomplete function of "${option}" ${problem}.`,
    `Application Commands Interface, Limits: ${limits.choices} choices, names and texts of up to ${limits.textLength} characters.`,
  );
}
