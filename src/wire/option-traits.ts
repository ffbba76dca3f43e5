import {
  type ChannelOption,
  type Choice,
  type NumberOption,
  OptionType,
  type StringOption,
} from "./command-option.ts";

/** An option of any type. Only the settings for its own type are present. */
export interface OptionWithSettings
  extends
    Omit<StringOption, "type" | "choices">,
    Omit<NumberOption, "type" | "choices">,
    Omit<ChannelOption, "type"> {
  readonly type: OptionType;
  readonly choices?: readonly Choice[] | undefined;
}

/** A field that only some option types have. */
export type OptionSetting =
  | "required"
  | "choices"
  | "autocomplete"
  | "min_value"
  | "max_value"
  | "min_length"
  | "max_length"
  | "channel_types"
  | "file_types"
  | "options";

export type OptionRecord = "user" | "role" | "mentionable" | "channel" | "attachment";

export type OptionTraits = { readonly settings: readonly OptionSetting[] } & (
  | { readonly holds: "id"; readonly record: OptionRecord }
  | { readonly holds: "options" | "string" | "integer" | "number" | "boolean"; readonly record?: undefined }
);

const nested = { holds: "options", settings: ["options"] } as const;
const numeric = ["required", "choices", "autocomplete", "min_value", "max_value"] as const;

/** See Application Commands Interface, "Option types" and "Command option". */
export const optionTraits: Readonly<Record<OptionType, OptionTraits>> = {
  [OptionType.SubCommand]: nested,
  [OptionType.SubCommandGroup]: nested,
  [OptionType.String]: {
    holds: "string",
    settings: ["required", "choices", "autocomplete", "min_length", "max_length"],
  },
  [OptionType.Integer]: { holds: "integer", settings: numeric },
  [OptionType.Boolean]: { holds: "boolean", settings: ["required"] },
  [OptionType.User]: { holds: "id", record: "user", settings: ["required"] },
  [OptionType.Channel]: { holds: "id", record: "channel", settings: ["required", "channel_types"] },
  [OptionType.Role]: { holds: "id", record: "role", settings: ["required"] },
  [OptionType.Mentionable]: { holds: "id", record: "mentionable", settings: ["required"] },
  [OptionType.Number]: { holds: "number", settings: numeric },
  [OptionType.Attachment]: { holds: "id", record: "attachment", settings: ["required", "file_types"] },
};

export const optionTypes: readonly OptionType[] = Object.values(OptionType);

const known: ReadonlySet<unknown> = new Set(optionTypes);

export function isOptionType(type: unknown): type is OptionType {
  return known.has(type);
}

const integers = {
  least: Number.MIN_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
  text: "a whole number from -2^53+1 to 2^53-1",
} as const;

const doubles = { least: -(2 ** 53), most: 2 ** 53, text: "a number from -2^53 to 2^53" } as const;

/** See Application Commands Interface, "Option types". */
export function rangeOf(type: OptionType): {
  readonly least: number;
  readonly most: number;
  readonly text: string;
} {
  return isIntegerType(type) ? integers : doubles;
}

export function isInRange(value: unknown, type: OptionType): boolean {
  const { least, most } = rangeOf(type);
  if (typeof value !== "number" || !(value >= least && value <= most)) return false;
  return !isIntegerType(type) || Number.isInteger(value);
}

export function isIntegerType(type: OptionType): boolean {
  return optionTraits[type].holds === "integer";
}
