import type { Localizations } from "./locale.ts";

/** Option types (Discord documentation, Application Commands, "Application Command Option Type"). */
export const OptionType = {
  /** Subcommand, with options of its own. */
  SubCommand: 1,
  /** Group of subcommands. */
  SubCommandGroup: 2,
  /** Text of at most 6000 characters. */
  String: 3,
  /** Whole number from -2^53+1 to 2^53-1. */
  Integer: 4,
  /** True or false. */
  Boolean: 5,
  /** User of the guild or of the direct messages. */
  User: 6,
  /** Channel, thread or category of the guild. */
  Channel: 7,
  /** Role of the guild. */
  Role: 8,
  /** User or role. */
  Mentionable: 9,
  /** Number from -2^53 to 2^53, fractions too. */
  Number: 10,
  /** Uploaded file. */
  Attachment: 11,
} as const;
export type OptionType = (typeof OptionType)[keyof typeof OptionType];

/** Channel types (Discord documentation, Channel, "Channel Types"). */
export const ChannelType = {
  /** For messages, in a guild. */
  GuildText: 0,
  /** Direct messages of two users. */
  Dm: 1,
  /** For talking, in a guild. */
  GuildVoice: 2,
  /** Direct messages of several users. */
  GroupDm: 3,
  /** Heading over up to 50 channels. */
  GuildCategory: 4,
  /** Channel that other guilds can follow. */
  GuildAnnouncement: 5,
  /** Thread under a message of an announcement channel. */
  AnnouncementThread: 10,
  /** Thread in a text channel or forum, open to all who see it. */
  PublicThread: 11,
  /** Thread for those who are invited, and for moderators. */
  PrivateThread: 12,
  /** Voice channel with speakers and an audience. */
  GuildStageVoice: 13,
  /** List of the guilds of a student hub. */
  GuildDirectory: 14,
  /** Forum: threads only. */
  GuildForum: 15,
  /** Forum of pictures and videos: threads only. */
  GuildMedia: 16,
} as const;
export type ChannelType = (typeof ChannelType)[keyof typeof ChannelType];

/** One of the fixed values a player can pick. */
export interface Choice<Value extends string | number = string | number> {
  /** Shown to the player: 1 to 100 characters. */
  readonly name: string;
  /** The name in other languages, by locale. The value stays the same. */
  readonly name_localizations?: Localizations | null | undefined;
  /** A string of up to 100 characters, or a number, as the option's type says. */
  readonly value: Value;
}

/** The fields of every option. */
interface OptionBase<Type extends OptionType> {
  /** One of {@link OptionType}. */
  readonly type: Type;
  /** 1 to 32 characters, lower case where a lower case exists; unique among its siblings. */
  readonly name: string;
  /** The name in other languages, by locale: each distinct from all other names of options of the command. */
  readonly name_localizations?: Localizations | null | undefined;
  /** Shown while the option is filled in: 1 to 100 characters. */
  readonly description: string;
  /** The description in other languages, by locale. */
  readonly description_localizations?: Localizations | null | undefined;
}

/** The fields of every option with a value. */
interface ValueOptionBase<Type extends OptionType> extends OptionBase<Type> {
  /** Default false. Required options come before optional ones. */
  readonly required?: boolean | undefined;
}

/** The fields of options whose values can be chosen or suggested. */
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
  /** The fewest characters that are taken: 0 to 6000. Default: any number. */
  readonly min_length?: number | undefined;
  /** The most characters that are taken: 1 to 6000. Default 6000. */
  readonly max_length?: number | undefined;
}

/** The fields of options that take a number. */
interface NumericOptionBase<Type extends OptionType> extends SuggestingOptionBase<Type, number> {
  /** The least value that can be entered. Default: that of the option's type. */
  readonly min_value?: number | undefined;
  /** The greatest value that can be entered. Default: that of the option's type. */
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
  /** Options with values: at most 25, required ones first. */
  readonly options?: readonly ValueOption[] | undefined;
}

/** A group of subcommands. */
export interface SubCommandGroupOption extends OptionBase<2> {
  /** Its subcommands: at most 25; a group without any is not shown. */
  readonly options?: readonly SubCommandOption[] | undefined;
}

/** Any option (Discord documentation, Application Commands, "Application Command Option Structure"). */
export type CommandOption = ValueOption | SubCommandOption | SubCommandGroupOption;
