import { OptionType } from "../../wire/command-option.ts";
import type { CommandData, WireChannel, WireRole } from "../../wire/interaction.ts";
import type { WireAttachment } from "../../wire/message.ts";
import { find, resolveMentionable, type ResolvedRole, type ResolvedUser, resolveUser } from "./resolve.ts";

/** What a handler is given for an option of each type. */
export interface ValueByType {
  [OptionType.String]: string;
  [OptionType.Integer]: number;
  [OptionType.Boolean]: boolean;
  [OptionType.User]: ResolvedUser;
  [OptionType.Channel]: WireChannel;
  [OptionType.Role]: WireRole;
  [OptionType.Mentionable]: ResolvedUser | ResolvedRole;
  [OptionType.Number]: number;
  [OptionType.Attachment]: WireAttachment;
}

/** What holds options instead of a value. */
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

/** The value that a payload has for an option; undefined when it is not one. */
export function readValueOf(type: OptionType, value: unknown, data: CommandData): unknown {
  return type === OptionType.SubCommand || type === OptionType.SubCommandGroup
    ? undefined
    : readers[type](value, data);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
