import { OptionType } from "./command-option.ts";

/** A field that only some types of options have. */
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

/** What is true of one type of options. */
export interface OptionTraits {
  /** What the player fills in; an `id` stands for a record in the resolved data. */
  readonly holds: "options" | "string" | "integer" | "number" | "boolean" | "id";
  readonly settings: readonly OptionSetting[];
  /** Where the record of its id may be. */
  readonly resolved: readonly ("users" | "roles" | "channels" | "attachments")[];
}

const nested = { holds: "options", settings: ["options"], resolved: [] } as const;
const numeric = ["required", "choices", "autocomplete", "min_value", "max_value"] as const;

/** The facts about each type (Application Commands Interface, "Option types" and "Command option"). */
export const optionTraits: Readonly<Record<OptionType, OptionTraits>> = {
  [OptionType.SubCommand]: nested,
  [OptionType.SubCommandGroup]: nested,
  [OptionType.String]: {
    holds: "string",
    settings: ["required", "choices", "autocomplete", "min_length", "max_length"],
    resolved: [],
  },
  [OptionType.Integer]: { holds: "integer", settings: numeric, resolved: [] },
  [OptionType.Boolean]: { holds: "boolean", settings: ["required"], resolved: [] },
  [OptionType.User]: { holds: "id", settings: ["required"], resolved: ["users"] },
  [OptionType.Channel]: { holds: "id", settings: ["required", "channel_types"], resolved: ["channels"] },
  [OptionType.Role]: { holds: "id", settings: ["required"], resolved: ["roles"] },
  [OptionType.Mentionable]: { holds: "id", settings: ["required"], resolved: ["users", "roles"] },
  [OptionType.Number]: { holds: "number", settings: numeric, resolved: [] },
  [OptionType.Attachment]: { holds: "id", settings: ["required", "file_types"], resolved: ["attachments"] },
};

/** Every type, in the order of their numbers. */
export const optionTypes: readonly OptionType[] = Object.values(OptionType);

const known: ReadonlySet<unknown> = new Set(optionTypes);

export function isOptionType(type: unknown): type is OptionType {
  return known.has(type);
}
