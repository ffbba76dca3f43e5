import { isObject } from "../../core/check/readers.ts";
import { ClientError, ErrorType } from "../../core/errors.ts";
import { OptionType } from "../../wire/command-option.ts";
import type { OptionDefinition } from "./option-definition.ts";
import { malformed } from "../../events/interaction-payload.ts";

/** An option of a payload: its form has been checked, its value not yet. */
export interface GivenOption {
  readonly name: string;
  readonly type: number;
  readonly value?: unknown;
  readonly options?: unknown;
  readonly focused?: unknown;
}

/** The options a player filled in, with the definitions of the same level. */
export interface FilledLevel {
  /** The names of the group and subcommand that lead there. */
  readonly path: readonly string[];
  readonly definitions: readonly OptionDefinition[];
  readonly filled: readonly GivenOption[];
}

/**
 * Follows subcommands and groups down to the level that holds values.
 *
 * @throws ClientError `malformed_payload` or `command_mismatch`.
 */
export function findFilledLevel(definitions: readonly OptionDefinition[], options: unknown): FilledLevel {
  const filled = parseFilled(options);
  const [first] = filled;
  if (!first || !isSubCommand(first)) return { path: [], definitions, filled };
  const definition = definitionOf(definitions, first);
  const below: readonly OptionDefinition[] = ("options" in definition && definition.options) || [];
  const level = findFilledLevel(below, first.options);
  return { ...level, path: [first.name, ...level.path] };
}

/** The definition of an option in a payload. */
export function definitionOf(
  definitions: readonly OptionDefinition[],
  option: GivenOption,
): OptionDefinition {
  const definition = definitions.find(({ name }) => name === option.name);
  if (definition?.type !== option.type)
    throw mismatch(`the option "${option.name}" is not defined, or has another type`);
  return definition;
}

/** What the service knows of a command is not what is defined here: another version of it was registered. */
export function mismatch(problem: string): ClientError {
  return new ClientError({
    type: ErrorType.ValidationError,
    code: "command_mismatch",
    message: `The registered command is not the one defined here: ${problem}.`,
    hint: "Register the commands again.",
  });
}

function parseFilled(value: unknown): readonly GivenOption[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isGivenOption)) throw malformed("data.options");
  return value;
}

function isGivenOption(value: unknown): value is GivenOption {
  return isObject(value) && typeof value["name"] === "string" && typeof value["type"] === "number";
}

/** Whether an option holds options instead of a value. */
export function isSubCommand({ type }: { readonly type: number }): boolean {
  return type === OptionType.SubCommand || type === OptionType.SubCommandGroup;
}
