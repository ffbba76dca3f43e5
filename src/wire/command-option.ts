import type { Localizations } from "./locale.ts";

/** Option types (Discord documentation, Application Commands, "Application Command Option Type"). @stable */
export const OptionType = {
  SubCommand: 1,
  SubCommandGroup: 2,
  /** A string of at most 6000 characters. */
  String: 3,
  /** An integer from -2^53+1 to 2^53-1. */
  Integer: 4,
  Boolean: 5,
  User: 6,
  /** A channel, thread or category in the guild. */
  Channel: 7,
  Role: 8,
  /** A user or role. */
  Mentionable: 9,
  /** An integer or floating-point number from -2^53 to 2^53. */
  Number: 10,
  Attachment: 11,
} as const;
export type OptionType = (typeof OptionType)[keyof typeof OptionType];

/** Channel types (Discord documentation, Channel, "Channel Types"). @stable */
export const ChannelType = {
  GuildText: 0,
  Dm: 1,
  GuildVoice: 2,
  GroupDm: 3,
  /** A category with up to 50 channels. */
  GuildCategory: 4,
  /** A channel that other guilds can follow. */
  GuildAnnouncement: 5,
  AnnouncementThread: 10,
  /** A public thread in a text channel or forum. */
  PublicThread: 11,
  /** A thread for invited members and moderators. */
  PrivateThread: 12,
  /** A voice channel with speakers and an audience. */
  GuildStageVoice: 13,
  /** The list of guilds in a student hub. */
  GuildDirectory: 14,
  /** A forum, which contains only threads. */
  GuildForum: 15,
  /** A forum for images and videos. */
  GuildMedia: 16,
} as const;
export type ChannelType = (typeof ChannelType)[keyof typeof ChannelType];

/** A fixed value that players can select. @stable */
export interface Choice<Value extends string | number = string | number> {
  /** The displayed name: 1 to 100 characters. */
  readonly name: string;
  readonly name_localizations?: Localizations | null | undefined;
  /** A string of up to 100 characters, or a number, depending on the option's type. */
  readonly value: Value;
}

/** The fields of every option. */
interface OptionBase<Type extends OptionType> {
  /** The option's type: {@link OptionType}. */
  readonly type: Type;
  /** 1 to 32 characters, in lower case if the script distinguishes case. Must be unique among the sibling options. */
  readonly name: string;
  /** The name in other languages, by locale. Must be unique among the sibling options. */
  readonly name_localizations?: Localizations | null | undefined;
  /** Shown while the player types: 1 to 100 characters. */
  readonly description: string;
  readonly description_localizations?: Localizations | null | undefined;
}

/** The fields of every option that has a value. */
interface ValueOptionBase<Type extends OptionType> extends OptionBase<Type> {
  /** Default false. Required options must come before optional ones. */
  readonly required?: boolean | undefined;
}

/** The fields of options with choices or autocomplete. */
interface SuggestingOptionBase<
  Type extends OptionType,
  Value extends string | number,
> extends ValueOptionBase<Type> {
  /** The allowed values: at most 25. */
  readonly choices?: readonly Choice<Value>[] | undefined;
  /** Whether the application suggests values. Cannot be combined with `choices`. */
  readonly autocomplete?: boolean | undefined;
}

/** A string option. @stable */
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

/** An integer option, from -2^53+1 to 2^53-1. @stable */
export type IntegerOption = NumericOptionBase<4>;

/** A number option, from -2^53 to 2^53. @stable */
export type NumberOption = NumericOptionBase<10>;

/** A channel option. @stable */
export interface ChannelOption extends ValueOptionBase<7> {
  /** The channel types to show. Default: all. */
  readonly channel_types?: readonly ChannelType[] | undefined;
}

/** A file option. @stable */
export interface AttachmentOption extends ValueOptionBase<11> {
  /**
   * At most 10 entries: `image`, `video`, `audio`, or an extension with its dot (Discord documentation, change log, 5 Aug 2026).
   */
  readonly file_types?: readonly ("image" | "video" | "audio" | `.${string}`)[] | undefined;
}

/** Options that have no additional settings. @stable */
export type PlainOption = ValueOptionBase<5> | ValueOptionBase<6> | ValueOptionBase<8> | ValueOptionBase<9>;

/** An option that has a value. @stable */
export type ValueOption =
  | StringOption
  | IntegerOption
  | NumberOption
  | ChannelOption
  | AttachmentOption
  | PlainOption;

/** A subcommand with its own options. @stable */
export interface SubCommandOption extends OptionBase<1> {
  /** Options with values: at most 25, with required ones first. */
  readonly options?: readonly ValueOption[] | undefined;
}

/** A group of subcommands. @stable */
export interface SubCommandGroupOption extends OptionBase<2> {
  /** The subcommands: at most 25. An empty group is not shown. */
  readonly options?: readonly SubCommandOption[] | undefined;
}

/** Any option (Discord documentation, Application Commands, "Application Command Option Structure"). @stable */
export type CommandOption = ValueOption | SubCommandOption | SubCommandGroupOption;
