import type { Localizations } from "./locale.ts";

/** Option types (Discord documentation, Application Commands, "Application Command Option Type"). */
export const OptionType = {
  /** A subcommand with its own options. */
  SubCommand: 1,
  /** A group of subcommands. */
  SubCommandGroup: 2,
  /** A string of at most 6000 characters. */
  String: 3,
  /** An integer from -2^53+1 to 2^53-1. */
  Integer: 4,
  /** True or false. */
  Boolean: 5,
  /** A user in the guild or direct messages. */
  User: 6,
  /** A channel, thread or category of the guild. */
  Channel: 7,
  /** A role of the guild. */
  Role: 8,
  /** A user or role. */
  Mentionable: 9,
  /** A number from -2^53 to 2^53, including fractions. */
  Number: 10,
  /** An uploaded file. */
  Attachment: 11,
} as const;
export type OptionType = (typeof OptionType)[keyof typeof OptionType];

/** Channel types (Discord documentation, Channel, "Channel Types"). */
export const ChannelType = {
  /** A text channel in a guild. */
  GuildText: 0,
  /** Direct messages between two users. */
  Dm: 1,
  /** A voice channel in a guild. */
  GuildVoice: 2,
  /** Direct messages between several users. */
  GroupDm: 3,
  /** A category of up to 50 channels. */
  GuildCategory: 4,
  /** A channel that other guilds can follow. */
  GuildAnnouncement: 5,
  /** A thread in an announcement channel. */
  AnnouncementThread: 10,
  /** A public thread in a text channel or forum. */
  PublicThread: 11,
  /** A thread for invited members and moderators. */
  PrivateThread: 12,
  /** A voice channel with speakers and an audience. */
  GuildStageVoice: 13,
  /** A student hub's list of guilds. */
  GuildDirectory: 14,
  /** A forum, which contains only threads. */
  GuildForum: 15,
  /** A forum for images and videos. */
  GuildMedia: 16,
} as const;
export type ChannelType = (typeof ChannelType)[keyof typeof ChannelType];

/** A fixed value that a player can pick. */
export interface Choice<Value extends string | number = string | number> {
  /** The displayed name: 1 to 100 characters. */
  readonly name: string;
  /** The name in other languages, by locale. */
  readonly name_localizations?: Localizations | null | undefined;
  /** A string of up to 100 characters, or a number, depending on the option's type. */
  readonly value: Value;
}

/** The fields of every option. */
interface OptionBase<Type extends OptionType> {
  /** The option's type: {@link OptionType}. */
  readonly type: Type;
  /** 1 to 32 characters, in lower case if possible; unique among its siblings. */
  readonly name: string;
  /** The name in other languages, by locale. Distinct from the command's other option names. */
  readonly name_localizations?: Localizations | null | undefined;
  /** Shown during input: 1 to 100 characters. */
  readonly description: string;
  /** The description in other languages, by locale. */
  readonly description_localizations?: Localizations | null | undefined;
}

/** The fields of every option that has a value. */
interface ValueOptionBase<Type extends OptionType> extends OptionBase<Type> {
  /** Default false. Required options come before optional ones. */
  readonly required?: boolean | undefined;
}

/** The fields of options with choices or autocomplete. */
interface SuggestingOptionBase<
  Type extends OptionType,
  Value extends string | number,
> extends ValueOptionBase<Type> {
  /** At most 25 allowed values. */
  readonly choices?: readonly Choice<Value>[] | undefined;
  /** Whether the application suggests values. Excludes `choices`. */
  readonly autocomplete?: boolean | undefined;
}

/** A string option. */
export interface StringOption extends SuggestingOptionBase<3, string> {
  /** The minimum length: 0 to 6000. Default: none. */
  readonly min_length?: number | undefined;
  /** The maximum length: 1 to 6000. Default 6000. */
  readonly max_length?: number | undefined;
}

/** The fields of numeric options. */
interface NumericOptionBase<Type extends OptionType> extends SuggestingOptionBase<Type, number> {
  /** The minimum value. Default: the type's minimum. */
  readonly min_value?: number | undefined;
  /** The maximum value. Default: the type's maximum. */
  readonly max_value?: number | undefined;
}

/** An integer option, from -2^53+1 to 2^53-1. */
export type IntegerOption = NumericOptionBase<4>;

/** A number option, from -2^53 to 2^53. */
export type NumberOption = NumericOptionBase<10>;

/** A channel option. */
export interface ChannelOption extends ValueOptionBase<7> {
  /** The channel types shown. Default: all. */
  readonly channel_types?: readonly ChannelType[] | undefined;
}

/** A file option. */
export interface AttachmentOption extends ValueOptionBase<11> {
  /** At most 10: `image`, `video`, `audio`, or an extension with its dot (Discord documentation, change log, 5 Aug 2026). */
  readonly file_types?: readonly ("image" | "video" | "audio" | `.${string}`)[] | undefined;
}

/** Options without additional settings. */
export type PlainOption = ValueOptionBase<5> | ValueOptionBase<6> | ValueOptionBase<8> | ValueOptionBase<9>;

/** An option that has a value. */
export type ValueOption =
  | StringOption
  | IntegerOption
  | NumberOption
  | ChannelOption
  | AttachmentOption
  | PlainOption;

/** A subcommand with its own options. */
export interface SubCommandOption extends OptionBase<1> {
  /** Options with values: at most 25, required ones first. */
  readonly options?: readonly ValueOption[] | undefined;
}

/** A group of subcommands. */
export interface SubCommandGroupOption extends OptionBase<2> {
  /** The subcommands: at most 25. A group without subcommands is not shown. */
  readonly options?: readonly SubCommandOption[] | undefined;
}

/** Any option (Discord documentation, Application Commands, "Application Command Option Structure"). */
export type CommandOption = ValueOption | SubCommandOption | SubCommandGroupOption;
