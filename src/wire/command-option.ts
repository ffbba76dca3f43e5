import type { Localizations } from "./locale.ts";

/** Option types (Application Commands Interface, "Option types"). */
export const OptionType = {
  SubCommand: 1,
  SubCommandGroup: 2,
  String: 3,
  Integer: 4,
  Boolean: 5,
  User: 6,
  Channel: 7,
  Role: 8,
  Mentionable: 9,
  Number: 10,
  Attachment: 11,
} as const;
export type OptionType = (typeof OptionType)[keyof typeof OptionType];

/** Channel types (Discord documentation, Channel, "Channel Types"). */
export const ChannelType = {
  GuildText: 0,
  Dm: 1,
  GuildVoice: 2,
  GroupDm: 3,
  GuildCategory: 4,
  GuildAnnouncement: 5,
  AnnouncementThread: 10,
  PublicThread: 11,
  PrivateThread: 12,
  GuildStageVoice: 13,
  GuildDirectory: 14,
  GuildForum: 15,
  GuildMedia: 16,
} as const;
export type ChannelType = (typeof ChannelType)[keyof typeof ChannelType];

/** One of the fixed values a player can pick. */
export interface Choice<Value extends string | number = string | number> {
  /** 1 to 100 characters. */
  readonly name: string;
  readonly name_localizations?: Localizations | null | undefined;
  /** A string of up to 100 characters, or a number, as the option's type says. */
  readonly value: Value;
}

/** The fields of every option. */
interface OptionBase<Type extends OptionType> {
  readonly type: Type;
  /** 1 to 32 characters, lower case where a lower case exists; unique among its siblings. */
  readonly name: string;
  readonly name_localizations?: Localizations | null | undefined;
  /** 1 to 100 characters. */
  readonly description: string;
  readonly description_localizations?: Localizations | null | undefined;
}

interface ValueOptionBase<Type extends OptionType> extends OptionBase<Type> {
  /** Default false. Required options come before optional ones. */
  readonly required?: boolean | undefined;
}

interface SuggestingOptionBase<
  Type extends OptionType,
  Value extends string | number,
> extends ValueOptionBase<Type> {
  /** The only values that can be picked; at most 25. */
  readonly choices?: readonly Choice<Value>[] | undefined;
  /** Whether the application suggests values while the player types; not together with `choices`. */
  readonly autocomplete?: boolean | undefined;
}

/** An option that takes text. */
export interface StringOption extends SuggestingOptionBase<3, string> {
  /** 0 to 6000. */
  readonly min_length?: number | undefined;
  /** 1 to 6000. */
  readonly max_length?: number | undefined;
}

interface NumericOptionBase<Type extends OptionType> extends SuggestingOptionBase<Type, number> {
  readonly min_value?: number | undefined;
  readonly max_value?: number | undefined;
}

/** Any integer from -2^53+1 to 2^53-1. */
export type IntegerOption = NumericOptionBase<4>;

/** Any double from -2^53 to 2^53. */
export type NumberOption = NumericOptionBase<10>;

/** An option that takes a channel. */
export interface ChannelOption extends ValueOptionBase<7> {
  /** The channel types shown; all when absent. */
  readonly channel_types?: readonly ChannelType[] | undefined;
}

/** An option that takes a file. */
export interface AttachmentOption extends ValueOptionBase<11> {
  /** At most 10: `image`, `video`, `audio`, or an extension with its dot (Discord documentation, change log, 5 Aug 2026). */
  readonly file_types?: readonly ("image" | "video" | "audio" | `.${string}`)[] | undefined;
}

/** Options without settings of their own. */
export type PlainOption = ValueOptionBase<5> | ValueOptionBase<6> | ValueOptionBase<8> | ValueOptionBase<9>;

/** An option that takes a value. */
export type ValueOption =
  | StringOption
  | IntegerOption
  | NumberOption
  | ChannelOption
  | AttachmentOption
  | PlainOption;

/** A subcommand, with the options of its own. */
export interface SubCommandOption extends OptionBase<1> {
  /** At most 25. */
  readonly options?: readonly ValueOption[] | undefined;
}

/** A group of subcommands. */
export interface SubCommandGroupOption extends OptionBase<2> {
  /** At most 25; a group without subcommands is not shown. */
  readonly options?: readonly SubCommandOption[] | undefined;
}

/** Any option (Application Commands Interface, "Command option"). */
export type CommandOption = ValueOption | SubCommandOption | SubCommandGroupOption;
