import { type ClientError, validationError } from "../../core/errors.ts";
import type { InteractionOption } from "../../wire/interaction.ts";
import type { Choice, CommandOption, OptionType } from "../../wire/command-option.ts";
import { limits } from "../../wire/limits.ts";
import {
  type OptionTraits,
  type OptionWithSettings,
  optionTraits,
  isInRange,
  rangeOf,
} from "../../wire/option-traits.ts";
import { unknownName } from "./find-named.ts";
import { isPlayerFile, type PlayerFile } from "./player-file.ts";
import type { Records } from "./records.ts";

/**
 * An option's value: a string, number or boolean; the name of a choice, player, role or channel; or a file or its name.
 *
 * @stable
 */
export type OptionValue = string | number | boolean | PlayerFile;

type SentValue = string | number | boolean;

/** Option values, keyed by option name. @stable */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** @param focused - the option in which the player is typing. */
export function fillOptions(
  definitions: readonly CommandOption[],
  values: OptionValues,
  records: Records,
  focused?: string,
): readonly InteractionOption[] {
  const stranger = Object.keys(values).find((key) => !definitions.some(({ name }) => name === key));
  if (stranger !== undefined) throw unknownName("option", stranger, definitions);
  return definitions.flatMap((definition: OptionWithSettings) => {
    const { name, type } = definition;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) {
      if (focused === undefined && definition.required) throw missing(name);
      return [];
    }
    if (name === focused) return [{ name, type, value: readTyped(definition, value), focused: true }];
    return [{ name, type, value: read(definition, value, records) }];
  });
}

/** See Application Commands Interface, "Autocomplete rules". */
function readTyped({ name, type, autocomplete }: OptionWithSettings, given: OptionValue): SentValue {
  const value = requirePlain(name, given);
  if (!autocomplete) throw invalid(name, "does not support autocomplete");
  if (optionTraits[type].holds === "string" || value === "") return value;
  const problem = findTypeProblem(type, String(value).trim() === "" ? Number.NaN : Number(value));
  if (problem !== undefined) throw invalid(name, problem);
  return value;
}

function read(definition: OptionWithSettings, given: OptionValue, records: Records): SentValue {
  const { name, type, choices = [] } = definition;
  const { record } = optionTraits[type];
  if (record === "attachment") return records.attach(isPlayerFile(given) ? given : String(given));
  const value = requirePlain(name, given);
  if (record) return records.pick(record, String(value), definition.channel_types);
  if (choices.length > 0) return pickChoice(name, choices, value);
  const problem = findProblem(definition, value);
  if (problem !== undefined) throw invalid(name, problem);
  return value;
}

function requirePlain(name: string, value: OptionValue): SentValue {
  if (typeof value !== "object") return value;
  throw invalid(name, "does not accept a file");
}

function pickChoice(option: string, choices: readonly Choice[], value: SentValue): SentValue {
  const choice =
    choices.find((entry) => entry.value === value) ?? choices.find((entry) => entry.name === value);
  if (choice) return choice.value;
  throw unknownName("choice", String(value), choices, ` of ${option}`);
}

function findProblem(definition: OptionWithSettings, value: SentValue): string | undefined {
  const problem = findTypeProblem(definition.type, value);
  if (problem !== undefined) return problem;
  const isText = typeof value === "string";
  const [size, unit] = isText ? [Array.from(value).length, " characters"] : [Number(value), ""];
  const least = isText ? definition.min_length : definition.min_value;
  const most = isText ? (definition.max_length ?? limits.optionTextLength) : definition.max_value;
  if (least !== undefined && size < least) return `must be at least ${least}${unit}`;
  if (most !== undefined && size > most) return `must be at most ${most}${unit}`;
  return undefined;
}

type Held = OptionTraits["holds"];

const nouns: Readonly<Record<Held, string>> = {
  options: "options",
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  id: "an id",
};

/** See Application Commands Interface, "Option types". */
function findTypeProblem(type: OptionType, value: SentValue): string | undefined {
  const { holds } = optionTraits[type];
  if (!isHeld(holds, value)) return `must be ${nouns[holds]}`;
  return typeof value !== "number" || isInRange(value, type) ? undefined : `must be ${rangeOf(type).text}`;
}

function isHeld(holds: Held, value: SentValue): boolean {
  if (holds === "integer") return Number.isInteger(value);
  return typeof value === holds && !Number.isNaN(value);
}

function missing(name: string): ClientError {
  return validationError("missing_option", `The option ${JSON.stringify(name)} is required.`);
}

function invalid(name: string, problem: string): ClientError {
  return validationError("invalid_option", `The option ${JSON.stringify(name)} ${problem}.`);
}
