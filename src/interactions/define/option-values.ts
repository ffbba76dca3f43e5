import type { ChannelType } from "../../wire/command-option.ts";
import type { WireChannel } from "../../wire/interaction.ts";
import type { OptionDefinition, ValueOptionDefinition } from "./option-definition.ts";
import type { ValueByType } from "./values-by-type.ts";

/** The value of an option: by its type, narrowed by its choices or channel types. */
export type OptionValue<O extends ValueOptionDefinition> = O extends {
  readonly choices: readonly { readonly value: infer Value }[];
}
  ? Value
  : O extends { readonly type: 7; readonly channel_types: readonly (infer Type extends ChannelType)[] }
    ? WireChannel<Type>
    : ValueByType[O["type"]];

/** Values by option name; undefined where an optional one was left out. */
export type OptionValues<Options> = Options extends readonly ValueOptionDefinition[]
  ? {
      readonly [O in Options[number] as O["name"]]: O extends { readonly required: true }
        ? OptionValue<O>
        : OptionValue<O> | undefined;
    }
  : Readonly<Record<string, never>>;

/** The subcommand that was used, with its options; in a group its name is `group subcommand`. */
export type SubCommandValues<O, Prefix extends string = ""> = O extends {
  readonly type: 2;
  readonly name: infer Group extends string;
  readonly options: readonly (infer Sub)[];
}
  ? SubCommandValues<Sub, `${Group} `>
  : O extends { readonly type: 1; readonly name: infer Name extends string }
    ? {
        readonly name: `${Prefix}${Name}`;
        readonly options: OptionValues<O extends { readonly options: infer Options } ? Options : undefined>;
      }
    : never;

/**
 * What a player filled in, typed from the options of the definition: values by name, or a union of the subcommands.
 * Options that are not known to the compiler give values that are not, either.
 */
export type ChatInputValues<Options extends readonly OptionDefinition[]> = number extends Options["length"]
  ? Readonly<Record<string, unknown>>
  : Extract<Options[number], { readonly type: 1 | 2 }> extends never
    ? OptionValues<Options>
    : SubCommandValues<Options[number]>;
