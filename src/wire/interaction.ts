import type { Snowflake } from "./snowflake.ts";
import type { CommandType, InteractionContext } from "./command.ts";
import type { ChannelType, OptionType } from "./command-option.ts";
import type { GuildMemberData, GuildRole } from "./guild.ts";
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
export interface WireChannel<Type extends ChannelType = ChannelType> {
  readonly id: Snowflake;
  readonly type: Type;
  readonly name?: string | null;
  /** The invoking user's permission bits, as a decimal string. */
  readonly permissions?: string;
  readonly parent_id?: Snowflake | null;
}

/** A role (Discord documentation, Permissions, "Role Object"). */
export interface WireRole extends GuildRole {
  /** RGB; 0 for none. @deprecated Use `colors`. */
  readonly color?: number;
  /** RGB; 0 for none, `null` where the role has no second or third (the same, "Role Colors Object"). */
  readonly colors?: {
    readonly primary_color: number;
    readonly secondary_color: number | null;
    readonly tertiary_color: number | null;
  };
}

/** The records behind the ids in an interaction, by id. */
export interface ResolvedData {
  readonly users?: Readonly<Record<Snowflake, WireUser>>;
  readonly members?: Readonly<Record<Snowflake, WireMember>>;
  readonly roles?: Readonly<Record<Snowflake, WireRole>>;
  readonly channels?: Readonly<Record<Snowflake, WireChannel>>;
  readonly messages?: Readonly<Record<Snowflake, WireMessage>>;
  readonly attachments?: Readonly<Record<Snowflake, WireAttachment>>;
}

/** An option as it was filled; subcommands and groups hold further ones. */
export interface InteractionOption {
  readonly name: string;
  readonly type: OptionType;
  readonly value?: string | number | boolean;
  readonly options?: readonly InteractionOption[];
  /** True on the option being typed, in autocomplete. */
  readonly focused?: boolean;
}

/** `data` of a command or autocomplete interaction; names are always the default ones. */
export interface CommandData {
  readonly id: Snowflake;
  readonly name: string;
  readonly type: CommandType;
  /** In autocomplete: the version of the command. */
  readonly version?: Snowflake;
  /** Present when the command is registered in that guild. */
  readonly guild_id?: Snowflake;
  readonly options?: readonly InteractionOption[];
  readonly resolved?: ResolvedData;
  /** The user or message a context menu command was used on. */
  readonly target_id?: Snowflake;
}

/** `data` of a component interaction. */
export interface ComponentData {
  readonly custom_id: string;
  readonly component_type: number;
  /** The selected values of a menu. */
  readonly values?: readonly string[];
  readonly resolved?: ResolvedData;
}

/** A component of a submitted modal; rows hold `components`, labels hold one `component`. */
export interface SubmittedComponent {
  readonly type: number;
  readonly custom_id?: string;
  readonly value?: string | boolean | null;
  readonly values?: readonly string[];
  readonly components?: readonly SubmittedComponent[];
  readonly component?: SubmittedComponent;
}

/** `data` of a submitted modal. */
export interface ModalData {
  readonly custom_id: string;
  readonly components: readonly SubmittedComponent[];
  readonly resolved?: ResolvedData;
}

/** The fields of every interaction but a ping (Application Commands Interface, "Interaction payload"). */
export interface InteractionPayload<Type extends InteractionType = InteractionType, Data = unknown> {
  readonly id: Snowflake;
  readonly application_id: Snowflake;
  readonly type: Type;
  /** Proves the right to answer, for 15 minutes. A secret. */
  readonly token: string;
  readonly version: number;
  readonly data: Data;
  readonly guild_id?: Snowflake;
  readonly channel_id?: Snowflake;
  readonly channel?: WireChannel;
  /** In guilds, with its `user`. */
  readonly member?: WireMember & { readonly user: WireUser };
  /** In direct messages. */
  readonly user?: WireUser;
  /** The message of a component. */
  readonly message?: WireMessage;
  readonly locale?: Locale;
  readonly guild_locale?: Locale;
  /** The application's permission bits here, as a decimal string. */
  readonly app_permissions?: string;
  readonly context?: InteractionContext;
  /** Installation context to guild id (`"0"` in a bot's direct messages) or user id. */
  readonly authorizing_integration_owners?: Readonly<Record<string, Snowflake>>;
  /** Bytes that one file of an answer may have: 10 MiB, or more where the guild or the user pays for it. */
  readonly attachment_size_limit?: number;
  readonly entitlements?: readonly unknown[];
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
