import type { EntitlementData } from "./monetization.ts";
import type { Snowflake } from "./snowflake.ts";
import type { CommandType, InteractionContext } from "./command.ts";
import type { ChannelType, OptionType } from "./command-option.ts";
import type { GuildChannel, GuildMemberData, GuildRole } from "./guild.ts";
import type { Locale } from "./locale.ts";
import type { WireAttachment, WireMessage } from "./message.ts";
import type { WireUser } from "./user.ts";

/** The types of interactions (Discord documentation, Interactions, "Interaction Type"). */
export const InteractionType = {
  /** Checks that the endpoint responds. */
  Ping: 1,
  /** A command was invoked. */
  ApplicationCommand: 2,
  /** A button was pressed, or a menu used. */
  MessageComponent: 3,
  /** The player is typing the value of an option. */
  Autocomplete: 4,
  /** A modal was submitted. */
  ModalSubmit: 5,
} as const;

export type InteractionType = (typeof InteractionType)[keyof typeof InteractionType];

/** A member of the interaction's guild (Discord documentation, Guild, "Guild Member Object"). */
export interface WireMember extends Pick<GuildMemberData, "nick" | "roles" | "joined_at"> {
  /** Absent in resolved data, which lists users separately. */
  readonly user?: WireUser;
  /** Permission bits in the channel, as a decimal string. */
  readonly permissions: string;
}

/** A partial channel in interactions. */
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
  /** RGB; 0 for none, `null` for no second or third color (the same, "Role Colors Object"). */
  readonly colors?: {
    /** The first or only color. */
    readonly primary_color: number;
    /** The end of a gradient. */
    readonly secondary_color: number | null;
    /** The third color of a holographic role. */
    readonly tertiary_color: number | null;
  };
}

/** The objects that an interaction refers to, by id. */
export interface ResolvedData {
  /** The selected users. */
  readonly users?: Readonly<Record<Snowflake, WireUser>>;
  /** The guild members of these users, without their `user`. */
  readonly members?: Readonly<Record<Snowflake, WireMember>>;
  /** The selected roles. */
  readonly roles?: Readonly<Record<Snowflake, WireRole>>;
  /** The selected channels. */
  readonly channels?: Readonly<Record<Snowflake, WireChannel>>;
  /** The target message of a context menu command. */
  readonly messages?: Readonly<Record<Snowflake, WireMessage>>;
  /** The uploaded files. */
  readonly attachments?: Readonly<Record<Snowflake, WireAttachment>>;
}

/** An option with its value, or with nested options. */
export interface InteractionOption {
  /** The default name of the option. */
  readonly name: string;
  /** {@link OptionType}. */
  readonly type: OptionType;
  /** The value. Users, channels, roles and files are ids of objects in `resolved`. */
  readonly value?: string | number | boolean;
  /** A subcommand's options, or a group's subcommands. */
  readonly options?: readonly InteractionOption[];
  /** Whether the player is typing this option. */
  readonly focused?: boolean;
}

/** The `data` of a command or autocomplete interaction. Names are always the default ones. */
export interface CommandData {
  /** The permanent id of the command. */
  readonly id: Snowflake;
  /** The default name of the command. */
  readonly name: string;
  /** {@link CommandType}. */
  readonly type: CommandType;
  /** The version of the command, in autocomplete. */
  readonly version?: Snowflake;
  /** The guild of a guild command. */
  readonly guild_id?: Snowflake;
  /** The options with values, or the used subcommand. */
  readonly options?: readonly InteractionOption[];
  /** The objects that the options refer to. */
  readonly resolved?: ResolvedData;
  /** The target user or message of a context menu command. */
  readonly target_id?: Snowflake;
}

/** The `data` of a component interaction. */
export interface ComponentData {
  /** The `custom_id` defined by the application. */
  readonly custom_id: string;
  /** The component type (Discord documentation, Component, "Component Types"): 2 for a button. */
  readonly component_type: number;
  /** The selected values of a menu. */
  readonly values?: readonly string[];
  /** The objects that `values` refers to. */
  readonly resolved?: ResolvedData;
}

/** A component of a submitted modal. Rows have `components`, labels have one `component`. */
export interface SubmittedComponent {
  /** The component type (Discord documentation, Component, "Component Types"): 4 for a text input. */
  readonly type: number;
  /** The `custom_id` defined by the application. */
  readonly custom_id?: string;
  /** Entered text, the selected radio item, or a checkbox state. */
  readonly value?: string | boolean | null;
  /** Selected items of a menu or checkbox group, or ids of uploaded files. */
  readonly values?: readonly string[];
  /** The components of a row. */
  readonly components?: readonly SubmittedComponent[];
  /** The component of a label. */
  readonly component?: SubmittedComponent;
}

/** The `data` of a submitted modal. */
export interface ModalData {
  /** The `custom_id` defined by the application. */
  readonly custom_id: string;
  /** The components with their entered values. */
  readonly components: readonly SubmittedComponent[];
  /** The objects that the components refer to. */
  readonly resolved?: ResolvedData;
}

/** The fields of every interaction except pings (Discord documentation, Interactions, "Interaction Object"). */
export interface InteractionPayload<Type extends InteractionType = InteractionType, Data = unknown> {
  /** The unique id of the interaction. */
  readonly id: Snowflake;
  /** The application that receives it. */
  readonly application_id: Snowflake;
  /** {@link InteractionType}. */
  readonly type: Type;
  /** The token for responding, valid for 15 minutes. A secret. */
  readonly token: string;
  /** Always 1. */
  readonly version: number;
  /** The command, component or modal, with its values. */
  readonly data: Data;
  /** The guild; absent in direct messages. */
  readonly guild_id?: Snowflake;
  /** The channel or direct messages. */
  readonly channel_id?: Snowflake;
  /** The channel object. */
  readonly channel?: WireChannel;
  /** The invoking member, in guilds. */
  readonly member?: WireMember & {
    /** The member's account. */
    readonly user: WireUser;
  };
  /** The invoking user, in direct messages. */
  readonly user?: WireUser;
  /** The message that contains the component. */
  readonly message?: WireMessage;
  /** The language of the player's client. */
  readonly locale?: Locale;
  /** The preferred language of the guild; absent in direct messages. */
  readonly guild_locale?: Locale;
  /** The application's permission bits here, as a decimal string. */
  readonly app_permissions?: string;
  /** The context in which it was used. */
  readonly context?: InteractionContext;
  /** Maps installation contexts to guild ids (`"0"` in direct messages with the bot) or user ids. */
  readonly authorizing_integration_owners?: Readonly<Record<string, Snowflake>>;
  /** The maximum file size of a response, in bytes: 10 MiB, or more if paid for. */
  readonly attachment_size_limit?: number;
  /** The player's and the guild's entitlements. */
  readonly entitlements?: readonly EntitlementData[];
}

/** A player used a command. */
export type CommandPayload = InteractionPayload<2, CommandData>;

/** A player pressed a button or used a select menu. */
export type ComponentPayload = InteractionPayload<3, ComponentData>;

/** A player is typing an option with autocomplete. */
export type AutocompletePayload = InteractionPayload<4, CommandData>;

/** A player submitted a modal. */
export type ModalPayload = InteractionPayload<5, ModalData>;

/** A check that the endpoint responds. */
export type PingPayload = Pick<InteractionPayload<1>, "id" | "application_id" | "type" | "token" | "version">;
