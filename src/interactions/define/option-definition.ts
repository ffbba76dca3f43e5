import type {
  AttachmentOption,
  ChannelOption,
  Choice,
  CommandOption,
  IntegerOption,
  NumberOption,
  PlainOption,
  StringOption,
  SubCommandGroupOption,
  SubCommandOption,
} from "../../wire/command-option.ts";
import type { AutocompletePayload } from "../../wire/interaction.ts";

/** What the player has filled in so far, beside the option being typed, by option name. */
export type FilledOptions = Readonly<Record<string, string | number | boolean>>;

/** The rest of an autocomplete interaction. */
export interface AutocompleteContext {
  readonly options: FilledOptions;
  readonly payload: AutocompletePayload;
}

/**
 * Suggests values while the player types: at most 25. The player may still send another value.
 *
 * @param typed - what stands in the field: a text, or for number options the number; undefined while it is no number yet.
 */
export type Autocomplete<Typed, Value extends string | number> = (
  typed: Typed,
  context: AutocompleteContext,
) => readonly Choice<Value>[] | Promise<readonly Choice<Value>[]>;

type Suggesting<Option, Typed, Value extends string | number> = Omit<Option, "autocomplete"> & {
  /** In place of the `true` that is registered: the function that answers. Not together with `choices`. */
  readonly autocomplete?: Autocomplete<Typed, Value> | undefined;
};

/** An option that takes a value, as it is registered, except that `autocomplete` is the function that answers. */
export type ValueOptionDefinition =
  | Suggesting<StringOption, string, string>
  | Suggesting<IntegerOption, number | undefined, number>
  | Suggesting<NumberOption, number | undefined, number>
  | ChannelOption
  | AttachmentOption
  | PlainOption;

/** A subcommand. */
export interface SubCommandDefinition extends Omit<SubCommandOption, "options"> {
  readonly options?: readonly ValueOptionDefinition[] | undefined;
}

/** A group of subcommands. */
export interface SubCommandGroupDefinition extends Omit<SubCommandGroupOption, "options"> {
  readonly options: readonly SubCommandDefinition[];
}

/** Any option of a slash command. */
export type OptionDefinition = ValueOptionDefinition | SubCommandDefinition | SubCommandGroupDefinition;

/** The option as it is registered. */
export function registeredOption(definition: OptionDefinition): CommandOption {
  // What is no option is left for the rules to name.
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
