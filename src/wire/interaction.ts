import type { EntitlementData } from "./monetization.ts";
import type { Snowflake } from "./snowflake.ts";
import type { CommandType, InteractionContext } from "./command.ts";
import type { ChannelType, OptionType } from "./command-option.ts";
import type { GuildChannel, GuildMemberData, GuildRole } from "./guild.ts";
import type { Locale } from "./locale.ts";
import type { WireAttachment, WireMessage } from "./message.ts";
import type { WireUser } from "./user.ts";

/** The kinds of interactions (Discord documentation, Interactions, "Interaction Type"). */
export const InteractionType = {
  /** Asks whether somebody listens. */
  Ping: 1,
  /** A command was invoked. */
  ApplicationCommand: 2,
  /** A button was pressed, or a menu used. */
  MessageComponent: 3,
  /** The player is typing the value of an option. */
  Autocomplete: 4,
  /** A modal was sent. */
  ModalSubmit: 5,
} as const;

export type InteractionType = (typeof InteractionType)[keyof typeof InteractionType];

/** A member of the guild the interaction comes from (Discord documentation, Guild, "Guild Member Object"). */
export interface WireMember extends Pick<GuildMemberData, "nick" | "roles" | "joined_at"> {
  /** Absent in resolved data, where the user stands beside it. */
  readonly user?: WireUser;
  /** Permission bits in the channel, as a decimal string. */
  readonly permissions: string;
}

/** A channel as interactions show it: always its id and type. */
export interface WireChannel<Type extends ChannelType = ChannelType> extends Pick<
  GuildChannel,
  "id" | "name" | "parent_id"
> {
  /** {@link ChannelType}. */
  readonly type: Type;
  /** The invoking user's permission bits, as a decimal string. */
  readonly permissions?: string;
}

/** A role (Discord documentation, Permissions, "Role Object"). */
export interface WireRole extends GuildRole {
  /** RGB; 0 for none. @deprecated Use `colors`. */
  readonly color?: number;
  /** RGB; 0 for none, `null` where the role has no second or third (the same, "Role Colors Object"). */
  readonly colors?: {
    /** First or only color. */
    readonly primary_color: number;
    /** End of a gradient. */
    readonly secondary_color: number | null;
    /** Third color of a holographic role. */
    readonly tertiary_color: number | null;
  };
}

/** The records behind the ids in an interaction, by id. */
export interface ResolvedData {
  /** The accounts of chosen users. */
  readonly users?: Readonly<Record<Snowflake, WireUser>>;
  /** The members that these users are in the guild, without their `user`. */
  readonly members?: Readonly<Record<Snowflake, WireMember>>;
  /** Chosen roles. */
  readonly roles?: Readonly<Record<Snowflake, WireRole>>;
  /** Chosen channels. */
  readonly channels?: Readonly<Record<Snowflake, WireChannel>>;
  /** The message a context menu command was used on. */
  readonly messages?: Readonly<Record<Snowflake, WireMessage>>;
  /** Uploaded files. */
  readonly attachments?: Readonly<Record<Snowflake, WireAttachment>>;
}

/** An option as it was filled; subcommands and groups hold further ones. */
export interface InteractionOption {
  /** Default name of the option. */
  readonly name: string;
  /** {@link OptionType}. */
  readonly type: OptionType;
  /** The value: for users, channels, roles and files an id, whose record is in `resolved`. */
  readonly value?: string | number | boolean;
  /** Options of a subcommand, subcommands of a group. */
  readonly options?: readonly InteractionOption[];
  /** True on the option being typed, in autocomplete. */
  readonly focused?: boolean;
}

/** `data` of a command or autocomplete interaction; names are always the default ones. */
export interface CommandData {
  /** The registered command: stays the same when it is renamed. */
  readonly id: Snowflake;
  /** Default name of the command. */
  readonly name: string;
  /** {@link CommandType}. */
  readonly type: CommandType;
  /** In autocomplete: the version of the command. */
  readonly version?: Snowflake;
  /** Present when the command is registered in that guild. */
  readonly guild_id?: Snowflake;
  /** Filled options, or the subcommand that was used. */
  readonly options?: readonly InteractionOption[];
  /** Records behind the ids in the options. */
  readonly resolved?: ResolvedData;
  /** The user or message a context menu command was used on. */
  readonly target_id?: Snowflake;
}

/** `data` of a component interaction. */
export interface ComponentData {
  /** The `custom_id` that the application gave the component. */
  readonly custom_id: string;
  /** Kind of component (Discord documentation, Component, "Component Types"): 2 for a button. */
  readonly component_type: number;
  /** The selected values of a menu. */
  readonly values?: readonly string[];
  /** Records behind the ids in `values`. */
  readonly resolved?: ResolvedData;
}

/** A component of a submitted modal; rows hold `components`, labels hold one `component`. */
export interface SubmittedComponent {
  /** Kind of component (Discord documentation, Component, "Component Types"): 4 for a text field. */
  readonly type: number;
  /** The `custom_id` that the application gave the component. */
  readonly custom_id?: string;
  /** Entered text, the picked item of a radio group, or the state of a checkbox. */
  readonly value?: string | boolean | null;
  /** Picked items of a menu or group of checkboxes; ids of uploaded files. */
  readonly values?: readonly string[];
  /** Components of a row. */
  readonly components?: readonly SubmittedComponent[];
  /** Component under a label. */
  readonly component?: SubmittedComponent;
}

/** `data` of a submitted modal. */
export interface ModalData {
  /** The `custom_id` that the application gave the modal. */
  readonly custom_id: string;
  /** Components with what the player entered. */
  readonly components: readonly SubmittedComponent[];
  /** Records behind the ids in the components. */
  readonly resolved?: ResolvedData;
}

/** What every interaction but a ping has (Discord documentation, Interactions, "Interaction Object"). */
export interface InteractionPayload<Type extends InteractionType = InteractionType, Data = unknown> {
  /** Each use of a command, component or modal has its own. */
  readonly id: Snowflake;
  /** The application that is asked. */
  readonly application_id: Snowflake;
  /** {@link InteractionType}. */
  readonly type: Type;
  /** Proves the right to answer, for 15 minutes. A secret. */
  readonly token: string;
  /** Always 1. */
  readonly version: number;
  /** Command, component or modal, with its values. */
  readonly data: Data;
  /** The guild; absent in direct messages. */
  readonly guild_id?: Snowflake;
  /** The channel or direct messages. */
  readonly channel_id?: Snowflake;
  /** The same channel as a record. */
  readonly channel?: WireChannel;
  /** In guilds, with its `user`. */
  readonly member?: WireMember & {
    /** The member's account. */
    readonly user: WireUser;
  };
  /** In direct messages. */
  readonly user?: WireUser;
  /** The message of a component. */
  readonly message?: WireMessage;
  /** Language of the player's client. */
  readonly locale?: Locale;
  /** Language that the guild prefers; absent in direct messages. */
  readonly guild_locale?: Locale;
  /** The application's permission bits here, as a decimal string. */
  readonly app_permissions?: string;
  /** Place in which it was used. */
  readonly context?: InteractionContext;
  /** Installation context to guild id (`"0"` in a bot's direct messages) or user id. */
  readonly authorizing_integration_owners?: Readonly<Record<string, Snowflake>>;
  /** Bytes that one file of an answer may have: 10 MiB, or more where the guild or the user pays for it. */
  readonly attachment_size_limit?: number;
  /** What the player has of the goods of the application: their own, and those of the guild. */
  readonly entitlements?: readonly EntitlementData[];
}

/** A player uses a command. */
export type CommandPayload = InteractionPayload<2, CommandData>;

/** A player presses a button, or selects something. */
export type ComponentPayload = InteractionPayload<3, ComponentData>;

/** A player types into an option whose values the application suggests. */
export type AutocompletePayload = InteractionPayload<4, CommandData>;

/** A player submits a modal. */
export type ModalPayload = InteractionPayload<5, ModalData>;

/** The question whether somebody listens. */
export type PingPayload = Pick<InteractionPayload<1>, "id" | "application_id" | "type" | "token" | "version">;
