import type { Snowflake } from "./snowflake.ts";
import type { CommandOption } from "./command-option.ts";
import type { Localizations } from "./locale.ts";

/** Command types (Discord documentation, Application Commands, "Application Command Types"). @stable */
export const CommandType = {
  /** A slash command. */
  ChatInput: 1,
  /** A context menu command for users. */
  User: 2,
  /** A context menu command for messages. */
  Message: 3,
  /** The primary way to launch the application's Activity. */
  PrimaryEntryPoint: 4,
} as const;
export type CommandType = (typeof CommandType)[keyof typeof CommandType];

/**
 * The handlers for an entry point command (Discord documentation, Application Commands, "Entry Point Command Handler Types").
 *
 * @stable
 */
export const EntryPointHandler = {
  /** The application responds, for example with LAUNCH_ACTIVITY. */
  AppHandler: 1,
  /** The service launches the Activity itself. */
  DiscordLaunchActivity: 2,
} as const;
export type EntryPointHandler = (typeof EntryPointHandler)[keyof typeof EntryPointHandler];

/** The contexts in which a command can be used (Discord documentation, Interactions, "Interaction Context Types"). @stable */
export const InteractionContext = {
  Guild: 0,
  /** In direct messages with the application's bot. Not available for guild commands. */
  BotDm: 1,
  /** In other direct messages and in group direct messages. Only for commands installed to a user. */
  PrivateChannel: 2,
} as const;
export type InteractionContext = (typeof InteractionContext)[keyof typeof InteractionContext];

/** A command's installation contexts (Discord documentation, Application, "Integration Types"). @stable */
export const InstallationContext = {
  /** Installed in a guild, for use by its members. */
  GuildInstall: 0,
  /** Installed to a user account, for use everywhere. */
  UserInstall: 1,
} as const;
export type InstallationContext = (typeof InstallationContext)[keyof typeof InstallationContext];

/** The fields of every command. */
interface CommandInputBase {
  /** 1 to 32 characters. A slash command's name must be lower case without spaces. */
  readonly name: string;
  readonly name_localizations?: Localizations | null | undefined;
  /** Permission bits as a decimal string; `"0"` for administrators only; `null` for everyone. */
  readonly default_member_permissions?: string | null | undefined;
  /** @deprecated Use `contexts`. Global commands only. */
  readonly dm_permission?: boolean | null | undefined;
  /** @deprecated Use `default_member_permissions`. */
  readonly default_permission?: boolean | null | undefined;
  /** Whether the command is age-restricted. Default false. */
  readonly nsfw?: boolean | undefined;
  /** The installation contexts. Default: all contexts that the application supports. Global commands only. */
  readonly integration_types?: readonly InstallationContext[] | null | undefined;
  /** The contexts. Default: all. Global commands only. */
  readonly contexts?: readonly InteractionContext[] | null | undefined;
}

/** A slash command to register. @stable */
export interface ChatInputCommand extends CommandInputBase {
  /** 1, the default. */
  readonly type?: 1 | undefined;
  /** Shown in the command list: 1 to 100 characters. */
  readonly description: string;
  readonly description_localizations?: Localizations | null | undefined;
  /** Options with values (required ones first), or subcommands and groups: at most 25. */
  readonly options?: readonly CommandOption[] | undefined;
}

/**
 * A context menu command to register. It has no description or options, and its name may contain capital letters and spaces.
 *
 * @stable
 */
export interface ContextMenuCommand extends CommandInputBase {
  /** 2 for users; 3 for messages. */
  readonly type: 2 | 3;
}

/** The command that launches the application's Activity. Always global; an application has only one. @stable */
export interface EntryPointCommand
  extends CommandInputBase, Pick<ChatInputCommand, "description_localizations"> {
  /** Always 4. */
  readonly type: 4;
  /** 1 to 100 characters. If omitted, planning keeps the live description. */
  readonly description?: string | undefined;
  /** Only for applications that have an Activity. */
  readonly handler?: EntryPointHandler | undefined;
}

/** A command to register globally (Discord documentation, Application Commands, "Create Global Application Command"). @stable */
export type GlobalCommand = ChatInputCommand | ContextMenuCommand | EntryPointCommand;

/**
 * A command to register in one guild (Discord documentation, Application Commands, "Create Guild Application Command").
 *
 * @stable
 */
export type GuildCommand = ChatInputCommand | ContextMenuCommand;

/** An item in a bulk overwrite. A renamed command is identified by its id. @stable */
export type BulkItem<C extends GlobalCommand> = C & {
  /** The live command's id. Default: the id of the command with the same name and type. */
  readonly id?: Snowflake | undefined;
};

/** The body of an edit. The given fields replace the stored ones; the type cannot change. @stable */
export type CommandEdit<C extends GlobalCommand> = C extends unknown
  ? { readonly [Field in keyof Omit<C, "type">]?: C[Field] | undefined }
  : never;

/** A command as returned by the service (Discord documentation, Application Commands, "Application Command Object"). @stable */
export interface Command {
  readonly id: Snowflake;
  readonly application_id: Snowflake;
  /** The guild in which the command is registered. Absent for a global command. */
  readonly guild_id?: Snowflake;
  /** A number that increases with each change. */
  readonly version: Snowflake;
  /** The command's type. Default 1, a slash command. */
  readonly type?: CommandType;
  readonly name: string;
  /** The name in the caller's language, if it has a translation. Only in lists requested without `withLocalizations`. */
  readonly name_localized?: string;
  /** The translated names by locale, if requested. */
  readonly name_localizations?: Localizations | null;
  /** Empty for user and message commands. */
  readonly description: string;
  /** The description in the caller's language. Only in lists requested without `withLocalizations`. */
  readonly description_localized?: string;
  /** The translated descriptions by locale, if requested. */
  readonly description_localizations?: Localizations | null;
  readonly options?: readonly CommandOption[];
  /** The required permission bits, as a decimal string; `"0"` for administrators only; `null` for everyone. */
  readonly default_member_permissions?: string | null;
  /** @deprecated Read `contexts`. Global commands only. */
  readonly dm_permission?: boolean;
  /** @deprecated Read `default_member_permissions`. */
  readonly default_permission?: boolean | null;
  /** Whether the command is age-restricted (18 and older). Default false. */
  readonly nsfw?: boolean;
  /** The installation contexts. Global commands only. */
  readonly integration_types?: readonly InstallationContext[];
  /** The contexts; `null` for all. Global commands only. */
  readonly contexts?: readonly InteractionContext[] | null;
  /** May be a value that is not in {@link EntryPointHandler}. The API rejects such values in requests. */
  readonly handler?: number;
}

/**
 * The target types of permission overwrites (Discord documentation, Application Commands, "Application Command Permission Type").
 *
 * @stable
 */
export const PermissionType = {
  /** `id` is a role, or the guild's id for everyone. */
  Role: 1,
  /** `id` is a user. */
  User: 2,
  /** `id` is a channel, or the guild's id minus one for all channels. */
  Channel: 3,
} as const;
export type PermissionType = (typeof PermissionType)[keyof typeof PermissionType];

/** Allows or disallows a command for one role, user or channel. @stable */
export interface PermissionOverwrite {
  /** The guild's id means everyone (type role); the guild's id minus one means all channels (type channel). */
  readonly id: Snowflake;
  readonly type: PermissionType;
  readonly permission: boolean;
}

/**
 * A command's overwrites in a guild (Discord documentation, Application Commands, "Guild Application Command Permissions
 * Structure").
 *
 * @stable
 */
export interface GuildCommandPermissions {
  /**
   * The command's id. If it is the application's id, the overwrites apply to all commands that have no overwrites of their own.
   */
  readonly id: Snowflake;
  readonly application_id: Snowflake;
  readonly guild_id: Snowflake;
  /** The overwrites: at most 100. */
  readonly permissions: readonly PermissionOverwrite[];
}
