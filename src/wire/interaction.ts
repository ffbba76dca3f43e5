import type { EntitlementData } from "./monetization.ts";
import type { Snowflake } from "./snowflake.ts";
import type { CommandType, InteractionContext } from "./command.ts";
import type { ChannelType, OptionType } from "./command-option.ts";
import type { GuildChannel, GuildMemberData, GuildRole } from "./guild.ts";
import type { Locale } from "./locale.ts";
import type { WireAttachment, WireMessage } from "./message.ts";
import type { WireUser } from "./user.ts";

/** The interaction types (Discord documentation, Interactions, "Interaction Type"). @stable */
export const InteractionType = {
  /** Checks that the endpoint responds. */
  Ping: 1,
  ApplicationCommand: 2,
  /** A button was pressed or a select menu was used. */
  MessageComponent: 3,
  /** The player is typing an option's value. */
  Autocomplete: 4,
  ModalSubmit: 5,
} as const;

export type InteractionType = (typeof InteractionType)[keyof typeof InteractionType];

/** A member in the interaction's guild (Discord documentation, Guild, "Guild Member Object"). @stable */
export interface WireMember extends Pick<GuildMemberData, "nick" | "roles" | "joined_at"> {
  /** Absent in resolved data, where users are listed separately. */
  readonly user?: WireUser;
  /** Permission bits in the channel, as a decimal string. */
  readonly permissions: string;
}

/** A partial channel, as in interactions. @stable */
export interface WireChannel<Type extends ChannelType = ChannelType> extends Pick<
  GuildChannel,
  "id" | "name" | "parent_id"
> {
  /** {@link ChannelType}. */
  readonly type: Type;
  /** The invoking user's permission bits, as a decimal string. */
  readonly permissions?: string;
}

/** A role (Discord documentation, Permissions, "Role Object"). @stable */
export interface WireRole extends GuildRole {
  /** An RGB value, or 0 for none. @deprecated Use `colors`. */
  readonly color?: number;
  /** RGB values: 0 for none, `null` if there is no second or third color (Discord documentation, "Role Colors Object"). */
  readonly colors?: {
    /** The first or only color. */
    readonly primary_color: number;
    /** The end color of a gradient. */
    readonly secondary_color: number | null;
    /** A holographic role's third color. */
    readonly tertiary_color: number | null;
  };
}

/** The objects that an interaction refers to, by id. @stable */
export interface ResolvedData {
  readonly users?: Readonly<Record<Snowflake, WireUser>>;
  /** These users' guild member objects, without `user`. */
  readonly members?: Readonly<Record<Snowflake, WireMember>>;
  readonly roles?: Readonly<Record<Snowflake, WireRole>>;
  readonly channels?: Readonly<Record<Snowflake, WireChannel>>;
  readonly messages?: Readonly<Record<Snowflake, WireMessage>>;
  readonly attachments?: Readonly<Record<Snowflake, WireAttachment>>;
}

/** An option with its value, or with nested options. @stable */
export interface InteractionOption {
  /** The option's default name. */
  readonly name: string;
  /** {@link OptionType}. */
  readonly type: OptionType;
  /** The value. For a user, channel, role or file, the id of an object in `resolved`. */
  readonly value?: string | number | boolean;
  readonly options?: readonly InteractionOption[];
  readonly focused?: boolean;
}

/** The `data` of a command or autocomplete interaction. Names are never localized. @stable */
export interface CommandData {
  readonly id: Snowflake;
  readonly name: string;
  /** {@link CommandType}. */
  readonly type: CommandType;
  /** The command's version. Present only in autocomplete. */
  readonly version?: Snowflake;
  /** The guild, if the command is a guild command. */
  readonly guild_id?: Snowflake;
  /** The options and their values, or the subcommand that was used. */
  readonly options?: readonly InteractionOption[];
  readonly resolved?: ResolvedData;
  /** The user or message on which a context menu command was used. */
  readonly target_id?: Snowflake;
}

/** The `data` of a component interaction. @stable */
export interface ComponentData {
  /** The `custom_id` defined by the application. */
  readonly custom_id: string;
  /** The component type (Discord documentation, Component, "Component Types"): 2 for a button. */
  readonly component_type: number;
  readonly values?: readonly string[];
  /** The objects that `values` refers to. */
  readonly resolved?: ResolvedData;
}

/** A component of a submitted modal. Rows have `components`; labels have one `component`. @stable */
export interface SubmittedComponent {
  /** The component type (Discord documentation, Component, "Component Types"): 4 for a text input. */
  readonly type: number;
  /** The `custom_id` defined by the application. */
  readonly custom_id?: string;
  /** The entered text, the selected radio item, or the checkbox state. */
  readonly value?: string | boolean | null;
  /** The items selected in a menu or checkbox group, or the ids of uploaded files. */
  readonly values?: readonly string[];
  readonly components?: readonly SubmittedComponent[];
  readonly component?: SubmittedComponent;
}

/** The `data` of a submitted modal. @stable */
export interface ModalData {
  /** The `custom_id` defined by the application. */
  readonly custom_id: string;
  readonly components: readonly SubmittedComponent[];
  readonly resolved?: ResolvedData;
}

/** The fields of every interaction except pings (Discord documentation, Interactions, "Interaction Object"). @stable */
export interface InteractionPayload<Type extends InteractionType = InteractionType, Data = unknown> {
  readonly id: Snowflake;
  readonly application_id: Snowflake;
  /** {@link InteractionType}. */
  readonly type: Type;
  /** The token for responding, valid for 15 minutes. Keep it secret. */
  readonly token: string;
  /** Always 1. */
  readonly version: number;
  readonly data: Data;
  /** The guild. Absent in direct messages. */
  readonly guild_id?: Snowflake;
  /** The channel, which may be a direct message channel. */
  readonly channel_id?: Snowflake;
  readonly channel?: WireChannel;
  /** The invoking member, in a guild. */
  readonly member?: WireMember & {
    readonly user: WireUser;
  };
  /** The invoking user, in direct messages. */
  readonly user?: WireUser;
  readonly message?: WireMessage;
  readonly locale?: Locale;
  /** The guild's preferred language. Absent in direct messages. */
  readonly guild_locale?: Locale;
  /** The application's permission bits where the interaction was triggered, as a decimal string. */
  readonly app_permissions?: string;
  readonly context?: InteractionContext;
  /** Maps each installation context to a guild's id (`"0"` in direct messages with the bot) or a user's id. */
  readonly authorizing_integration_owners?: Readonly<Record<string, Snowflake>>;
  /** The maximum size of files in a response, in bytes: 10 MiB, or more with a paid subscription. */
  readonly attachment_size_limit?: number;
  readonly entitlements?: readonly EntitlementData[];
}

/** Sent when a player uses a command. @stable */
export type CommandPayload = InteractionPayload<2, CommandData>;

/** Sent when a player presses a button or uses a select menu. @stable */
export type ComponentPayload = InteractionPayload<3, ComponentData>;

/** Sent while a player is typing a value for an option with autocomplete. @stable */
export type AutocompletePayload = InteractionPayload<4, CommandData>;

/** Sent when a player submits a modal. @stable */
export type ModalPayload = InteractionPayload<5, ModalData>;

/** Sent to check that the endpoint responds. @stable */
export type PingPayload = Pick<InteractionPayload<1>, "id" | "application_id" | "type" | "token" | "version">;
