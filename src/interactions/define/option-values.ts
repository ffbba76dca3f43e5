import type { Snowflake } from "../../snowflake.ts";
import type { ChannelType } from "../../wire/command-option.ts";
import type { WireChannel, WireMember, WireRole } from "../../wire/interaction.ts";
import type { WireAttachment } from "../../wire/message.ts";
import type { WireUser } from "../../wire/user.ts";
import type { OptionDefinition, ValueOptionDefinition } from "./option-definition.ts";

/** A user picked by the player; with the member, where the interaction comes from a guild the user is in. */
export interface ResolvedUser {
  readonly id: Snowflake;
  readonly user: WireUser;
  readonly member?: WireMember | undefined;
  readonly role?: undefined;
}

/** A role picked where users and roles can be. */
export interface ResolvedRole {
  readonly id: Snowflake;
  readonly role: WireRole;
  readonly user?: undefined;
  readonly member?: undefined;
}

interface ValueByType {
  3: string;
  4: number;
  5: boolean;
  6: ResolvedUser;
  7: WireChannel;
  8: WireRole;
  9: ResolvedUser | ResolvedRole;
  10: number;
  11: WireAttachment;
}

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
