import { OptionType } from "../../wire/command-option.ts";
import type { CommandData, WireChannel, WireRole } from "../../wire/interaction.ts";
import type { WireAttachment } from "../../wire/message.ts";
import { find, resolveMentionable, type ResolvedRole, type ResolvedUser, resolveUser } from "./resolve.ts";

/** What a handler is given for an option of each type. */
export interface ValueByType {
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

/** What holds options instead of a value. */
type Nesting = typeof OptionType.SubCommand | typeof OptionType.SubCommandGroup;

const readers: {
  readonly [Type in Exclude<OptionType, Nesting>]: (
    value: unknown,
    data: CommandData,
  ) => ValueByType[Type] | undefined;
} = {
  3: (value) => (typeof value === "string" ? value : undefined),
  4: (value) => (isNumber(value) && Number.isSafeInteger(value) ? value : undefined),
  5: (value) => (typeof value === "boolean" ? value : undefined),
  6: resolveUser,
  7: (value, data) => find("channels", value, data) as WireChannel | undefined,
  8: (value, data) => find("roles", value, data) as WireRole | undefined,
  9: resolveMentionable,
  10: (value) => (isNumber(value) && Number.isFinite(value) ? value : undefined),
  11: (value, data) => find("attachments", value, data) as WireAttachment | undefined,
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
