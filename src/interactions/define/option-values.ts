import {
  OptionType,
  type AttachmentOption,
  type ChannelOption,
  type Choice,
  type CommandOption,
  type IntegerOption,
  type NumberOption,
  type PlainOption,
  type StringOption,
  type SubCommandGroupOption,
  type SubCommandOption,
  type ChannelType,
} from "../../wire/command-option.ts";
import type { CommandData, WireChannel, WireRole, AutocompletePayload } from "../../wire/interaction.ts";
import type { WireAttachment } from "../../wire/message.ts";
import {
  find,
  resolveMentionable,
  type ResolvedRole,
  type ResolvedUser,
  resolveUser,
} from "./define-component.ts";
import { setField } from "../../commands/rules/input.ts";
import { malformed } from "../../events/interaction-payload.ts";
import { isObject } from "../../core/check/readers.ts";
import { type ClientError, validationError } from "../../core/errors.ts";

/** The type of the value that a handler receives, by option type. */
interface ValueByType {
  [OptionType.String]: string;
  [OptionType.Integer]: number;
  [OptionType.Boolean]: boolean;
  /** A user, including the guild member if there is one. */
  [OptionType.User]: ResolvedUser;
  [OptionType.Channel]: WireChannel;
  [OptionType.Role]: WireRole;
  /** A user or role. Only a role has `role`. */
  [OptionType.Mentionable]: ResolvedUser | ResolvedRole;
  /** A number that may have a fractional part. */
  [OptionType.Number]: number;
  /** An uploaded file, including its URL. */
  [OptionType.Attachment]: WireAttachment;
}

type Nesting = typeof OptionType.SubCommand | typeof OptionType.SubCommandGroup;

const readers: {
  readonly [Type in Exclude<OptionType, Nesting>]: (
    value: unknown,
    data: CommandData,
  ) => ValueByType[Type] | undefined;
} = {
  [OptionType.String]: (value) => (typeof value === "string" ? value : undefined),
  [OptionType.Integer]: (value) => (isNumber(value) && Number.isSafeInteger(value) ? value : undefined),
  [OptionType.Boolean]: (value) => (typeof value === "boolean" ? value : undefined),
  [OptionType.User]: resolveUser,
  [OptionType.Channel]: (value, data) => find("channels", value, data) as WireChannel | undefined,
  [OptionType.Role]: (value, data) => find("roles", value, data) as WireRole | undefined,
  [OptionType.Mentionable]: resolveMentionable,
  [OptionType.Number]: (value) => (isNumber(value) && Number.isFinite(value) ? value : undefined),
  [OptionType.Attachment]: (value, data) => find("attachments", value, data) as WireAttachment | undefined,
};

function readValueOf(type: OptionType, value: unknown, data: CommandData): unknown {
  return type === OptionType.SubCommand || type === OptionType.SubCommandGroup
    ? undefined
    : readers[type](value, data);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

/** The values of the other options entered so far, by option name. @stable */
export type FilledOptions = Readonly<Record<string, string | number | boolean>>;

/** The context of an autocomplete interaction. @stable */
export interface AutocompleteContext {
  readonly options: FilledOptions;
  readonly payload: AutocompletePayload;
}

/**
 * Suggests up to 25 values while the player is typing. The player may still enter another value.
 *
 * @stable
 * @param typed - The current input: a string, or a number for number options; `undefined` while the input is not a valid number.
 */
export type Autocomplete<Typed, Value extends string | number> = (
  typed: Typed,
  context: AutocompleteContext,
) => readonly Choice<Value>[] | Promise<readonly Choice<Value>[]>;

/** An option with an `autocomplete` function instead of a flag. */
type Suggesting<Option, Typed, Value extends string | number> = Omit<Option, "autocomplete"> & {
  /** Returns suggestions. Registered as `autocomplete: true`. Cannot be combined with `choices`. */
  readonly autocomplete?: Autocomplete<Typed, Value> | undefined;
};

/**
 * An option that takes a value. It has the same fields as the registered option, except that `autocomplete` is a function.
 *
 * @stable
 */
export type ValueOptionDefinition =
  | Suggesting<StringOption, string, string>
  | Suggesting<IntegerOption, number | undefined, number>
  | Suggesting<NumberOption, number | undefined, number>
  | ChannelOption
  | AttachmentOption
  | PlainOption;

/** A subcommand. @stable */
export interface SubCommandDefinition extends Omit<SubCommandOption, "options"> {
  /** Up to 25 options, required options first. */
  readonly options?: readonly ValueOptionDefinition[] | undefined;
}

/** A group of subcommands. @stable */
export interface SubCommandGroupDefinition extends Omit<SubCommandGroupOption, "options"> {
  /** 1 to 25 subcommands. */
  readonly options: readonly SubCommandDefinition[];
}

/** Any slash command option. @stable */
export type OptionDefinition = ValueOptionDefinition | SubCommandDefinition | SubCommandGroupDefinition;

export function registeredOption(definition: OptionDefinition): CommandOption {
  // Invalid values are left for the rules to report.
  if (typeof definition !== "object" || definition === null) return definition;
  const { options } = definition as { readonly options?: readonly OptionDefinition[] };
  if (Array.isArray(options)) {
    return { ...definition, options: options.map(registeredOption) } as CommandOption;
  }
  if ("autocomplete" in definition && definition.autocomplete) {
    return { ...definition, autocomplete: true };
  }
  return definition as CommandOption;
}

/** An option's value. Its type depends on the option's type and is narrowed by choices or channel types. @stable */
export type OptionValue<O extends ValueOptionDefinition> = O extends {
  readonly choices: readonly { readonly value: infer Value }[];
}
  ? Value
  : O extends { readonly type: 7; readonly channel_types: readonly (infer Type extends ChannelType)[] }
    ? WireChannel<Type>
    : ValueByType[O["type"]];

/** The options' values, by name. Omitted optional values are `undefined`. @stable */
export type OptionValues<Options> = Options extends readonly ValueOptionDefinition[]
  ? {
      readonly [O in Options[number] as O["name"]]: O extends { readonly required: true }
        ? OptionValue<O>
        : OptionValue<O> | undefined;
    }
  : Readonly<Record<string, never>>;

/** The subcommand that was used, and its options. In a group, the name is `group subcommand`. @stable */
export type SubCommandValues<O, Prefix extends string = ""> = O extends {
  readonly type: 2;
  readonly name: infer Group extends string;
  readonly options: readonly (infer Sub)[];
}
  ? SubCommandValues<Sub, `${Group} `>
  : O extends { readonly type: 1; readonly name: infer Name extends string }
    ? {
        /** The subcommand that was used: `find`, or `group find` if it is in a group. */
        readonly name: `${Prefix}${Name}`;
        readonly options: OptionValues<O extends { readonly options: infer Options } ? Options : undefined>;
      }
    : never;

/**
 * The values that a player entered, typed from the options: values by name, or a union of the subcommands. `unknown` if the
 * options are not known at compile time.
 *
 * @stable
 */
export type ChatInputValues<Options extends readonly OptionDefinition[]> = number extends Options["length"]
  ? Readonly<Record<string, unknown>>
  : Extract<Options[number], { readonly type: 1 | 2 }> extends never
    ? OptionValues<Options>
    : SubCommandValues<Options[number]>;

export function readValues(definitions: readonly OptionDefinition[], data: CommandData): unknown {
  const { path, definitions: level, filled } = findFilledLevel(definitions, data.options);
  const values = new Map<string, unknown>();
  for (const option of filled) values.set(option.name, readValue(definitionOf(level, option), option, data));
  if (level.some(isSubCommand)) throw mismatch("it has subcommands, but the interaction does not use one");
  const options = valuesByName(level, values);
  return path.length > 0 ? { name: path.join(" "), options } : options;
}

/** Sets every defined option as an own property, even `__proto__`. */
function valuesByName(
  definitions: readonly OptionDefinition[],
  values: ReadonlyMap<string, unknown>,
): unknown {
  const byName: Record<string, unknown> = {};
  for (const definition of definitions) {
    const { name } = definition;
    if ("required" in definition && definition.required && !values.has(name)) {
      throw mismatch(`the option "${name}" is required, but missing`);
    }
    setField(byName, name, values.get(name));
  }
  return byName;
}

function readValue(definition: OptionDefinition, option: GivenOption, data: CommandData): unknown {
  const value = readValueOf(definition.type, option.value, data);
  if (value === undefined) throw malformed(`the value of "${definition.name}"`);
  if (!isChoice(definition, value))
    throw mismatch(`the value of "${definition.name}" is not among its choices`);
  return value;
}

function isChoice(definition: OptionDefinition, value: unknown): boolean {
  if ("choices" in definition && definition.choices) {
    return definition.choices.some((choice) => choice.value === value);
  }
  if ("channel_types" in definition && definition.channel_types) {
    return (definition.channel_types as readonly unknown[]).includes((value as { type?: unknown }).type);
  }
  return true;
}

export interface GivenOption {
  readonly name: string;
  readonly type: number;
  readonly value?: unknown;
  readonly options?: unknown;
  readonly focused?: unknown;
}

interface FilledLevel {
  readonly path: readonly string[];
  readonly definitions: readonly OptionDefinition[];
  readonly filled: readonly GivenOption[];
}

/** Descends through subcommands and groups to the level that has values. */
export function findFilledLevel(definitions: readonly OptionDefinition[], options: unknown): FilledLevel {
  const filled = parseFilled(options);
  const [first] = filled;
  if (!first || !isSubCommand(first)) return { path: [], definitions, filled };
  const definition = definitionOf(definitions, first);
  const below: readonly OptionDefinition[] = ("options" in definition && definition.options) || [];
  const level = findFilledLevel(below, first.options);
  return { ...level, path: [first.name, ...level.path] };
}

export function definitionOf(
  definitions: readonly OptionDefinition[],
  option: GivenOption,
): OptionDefinition {
  const definition = definitions.find(({ name }) => name === option.name);
  if (definition?.type !== option.type)
    throw mismatch(`the option "${option.name}" is not defined, or has another type`);
  return definition;
}

export function mismatch(problem: string): ClientError {
  return validationError(
    "command_mismatch",
    `The registered command differs from its definition: ${problem}.`,
    "Register the commands again.",
  );
}

function parseFilled(value: unknown): readonly GivenOption[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isGivenOption)) throw malformed("data.options");
  return value;
}

function isGivenOption(value: unknown): value is GivenOption {
  return isObject(value) && typeof value["name"] === "string" && typeof value["type"] === "number";
}

function isSubCommand({ type }: { readonly type: number }): boolean {
  return type === OptionType.SubCommand || type === OptionType.SubCommandGroup;
}
