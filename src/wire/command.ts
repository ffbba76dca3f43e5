import type { Snowflake } from "./snowflake.ts";
import type { CommandOption } from "./command-option.ts";
import type { Localizations } from "./locale.ts";

/** Command types (Discord documentation, Application Commands, "Application Command Types"). */
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

/** The handlers of an entry point command (Discord documentation, Application Commands, "Entry Point Command Handler Types"). */
export const EntryPointHandler = {
  /** The application responds, for example with LAUNCH_ACTIVITY. */
  AppHandler: 1,
  /** The service launches the Activity itself. */
  DiscordLaunchActivity: 2,
} as const;
export type EntryPointHandler = (typeof EntryPointHandler)[keyof typeof EntryPointHandler];

/** The contexts in which a command can be used (Discord documentation, Interactions, "Interaction Context Types"). */
export const InteractionContext = {
  /** In the channels of a guild. */
  Guild: 0,
  /** In direct messages with the application's bot. Not for guild commands. */
  BotDm: 1,
  /** In other direct messages and in group messages. Only for commands installed to a user. */
  PrivateChannel: 2,
} as const;
export type InteractionContext = (typeof InteractionContext)[keyof typeof InteractionContext];

/** The installation contexts of a command (Discord documentation, Application, "Integration Types"). */
export const InstallationContext = {
  /** Installed in a guild, for use by its members. */
  GuildInstall: 0,
  /** Installed to a user account, for use everywhere. */
  UserInstall: 1,
} as const;
export type InstallationContext = (typeof InstallationContext)[keyof typeof InstallationContext];

/** The common fields of commands to register. */
interface CommandInputBase {
  /** 1 to 32 characters; for slash commands in lower case, without spaces. */
  readonly name: string;
  /** The name in other languages, by locale. */
  readonly name_localizations?: Localizations | null | undefined;
  /** Permission bits as a decimal string; `"0"` for administrators only; `null` for everyone. */
  readonly default_member_permissions?: string | null | undefined;
  /** @deprecated Use `contexts`. Global commands only. */
  readonly dm_permission?: boolean | null | undefined;
  /** @deprecated Use `default_member_permissions`. */
  readonly default_permission?: boolean | null | undefined;
  /** Whether the command is age-restricted. Default false. */
  readonly nsfw?: boolean | undefined;
  /** The installation contexts. Default: all that the application supports. Global commands only. */
  readonly integration_types?: readonly InstallationContext[] | null | undefined;
  /** The contexts. Default: all. Global commands only. */
  readonly contexts?: readonly InteractionContext[] | null | undefined;
}

/** A slash command to register. */
export interface ChatInputCommand extends CommandInputBase {
  /** 1, the default. */
  readonly type?: 1 | undefined;
  /** Shown in the list of commands: 1 to 100 characters. */
  readonly description: string;
  /** The description in other languages, by locale. */
  readonly description_localizations?: Localizations | null | undefined;
  /** Options with values, or subcommands and groups: at most 25, required ones first. */
  readonly options?: readonly CommandOption[] | undefined;
}

/** A context menu command to register, without description and options. Its name may have capital letters and spaces. */
export interface ContextMenuCommand extends CommandInputBase {
  /** 2 for users; 3 for messages. */
  readonly type: 2 | 3;
}

/** The command that launches the application's Activity. Global, one per application. */
export interface EntryPointCommand
  extends CommandInputBase, Pick<ChatInputCommand, "description_localizations"> {
  /** 4. */
  readonly type: 4;
  /** 1 to 100 characters. If omitted, a plan keeps the live description. */
  readonly description?: string | undefined;
  /** Only for applications that have an Activity. */
  readonly handler?: EntryPointHandler | undefined;
}

/** A command to register globally (Discord documentation, Application Commands, "Create Global Application Command"). */
export type GlobalCommand = ChatInputCommand | ContextMenuCommand | EntryPointCommand;

/** A command to register in one guild (Discord documentation, Application Commands, "Create Guild Application Command"). */
export type GuildCommand = ChatInputCommand | ContextMenuCommand;

/** An item of a bulk overwrite. An id identifies a renamed command. */
export type BulkItem<C extends GlobalCommand> = C & {
  /** The live command's id. Default: the command with the same name and type. */
  readonly id?: Snowflake | undefined;
};

/** The body of an edit. Given fields replace the stored ones; the type cannot change. */
export type CommandEdit<C extends GlobalCommand> = C extends unknown
  ? { readonly [Field in keyof Omit<C, "type">]?: C[Field] | undefined }
  : never;

/** A command as the service returns it (Discord documentation, Application Commands, "Application Command Object"). */
export interface Command {
  /** The id, which never changes. */
  readonly id: Snowflake;
  /** The application that registered it. */
  readonly application_id: Snowflake;
  /** The guild in which the command is registered; absent for a global command. */
  readonly guild_id?: Snowflake;
  /** A number that increases with each change. */
  readonly version: Snowflake;
  /** Default 1, a slash command. */
  readonly type?: CommandType;
  /** The default name, which interactions also use. */
  readonly name: string;
  /** The name in the caller's language, if any. Only in lists without `withLocalizations`. */
  readonly name_localized?: string;
  /** All names by locale, if requested. */
  readonly name_localizations?: Localizations | null;
  /** Empty for user and message commands. */
  readonly description: string;
  /** The description in the caller's language, as `name_localized`. */
  readonly description_localized?: string;
  /** All descriptions by locale, if requested. */
  readonly description_localizations?: Localizations | null;
  /** A slash command's options, in order. */
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
  /** May have values beyond {@link EntryPointHandler}, which cannot be sent. */
  readonly handler?: number;
}

/** The target types of an overwrite (Discord documentation, Application Commands, "Application Command Permission Type"). */
export const PermissionType = {
  /** `id` is a role, or the guild for everyone. */
  Role: 1,
  /** `id` is a user. */
  User: 2,
  /** `id` is a channel, or the guild's id minus one for all channels. */
  Channel: 3,
} as const;
export type PermissionType = (typeof PermissionType)[keyof typeof PermissionType];

/** Allows or disallows a command for one role, user or channel. */
export interface PermissionOverwrite {
  /** The guild's id means everyone (type role); the guild's id minus one means all channels (type channel). */
  readonly id: Snowflake;
  /** The target type: role, user or channel. */
  readonly type: PermissionType;
  /** True allows the command, false denies it. */
  readonly permission: boolean;
}

/** The overwrites of a command in a guild (Discord documentation, Application Commands, "Guild Application Command Permissions Structure"). */
export interface GuildCommandPermissions {
  /** The command, or the application for all commands without their own overwrites. */
  readonly id: Snowflake;
  /** The application of the command. */
  readonly application_id: Snowflake;
  /** The guild in which the overwrites apply. */
  readonly guild_id: Snowflake;
  /** At most 100 overwrites. */
  readonly permissions: readonly PermissionOverwrite[];
}
