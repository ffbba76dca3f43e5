import type { Snowflake } from "./snowflake.ts";
import type { CommandOption } from "./command-option.ts";
import type { Localizations } from "./locale.ts";

/** Command types (Application Commands Interface, "Command types"). */
export const CommandType = {
  /** A slash command. */
  ChatInput: 1,
  /** A context menu entry of a user. */
  User: 2,
  /** A context menu entry of a message. */
  Message: 3,
  /** The primary way to launch the application's Activity. */
  PrimaryEntryPoint: 4,
} as const;
export type CommandType = (typeof CommandType)[keyof typeof CommandType];

/** The handler of an entry point command (Application Commands Interface, "Entry point handler types"). */
export const EntryPointHandler = {
  /** The application receives the interaction and answers it, for example with LAUNCH_ACTIVITY. */
  AppHandler: 1,
  /** The service launches the Activity by itself. */
  DiscordLaunchActivity: 2,
} as const;
export type EntryPointHandler = (typeof EntryPointHandler)[keyof typeof EntryPointHandler];

/** The places in which a command can be used (Application Commands Interface, "Interaction contexts"). */
export const InteractionContext = { Guild: 0, BotDm: 1, PrivateChannel: 2 } as const;
export type InteractionContext = (typeof InteractionContext)[keyof typeof InteractionContext];

/** How the application must be installed for a command to show (Discord documentation, Application, "Integration Types"). */
export const InstallationContext = { GuildInstall: 0, UserInstall: 1 } as const;
export type InstallationContext = (typeof InstallationContext)[keyof typeof InstallationContext];

interface CommandInputBase {
  /** 1 to 32 characters. */
  readonly name: string;
  readonly name_localizations?: Localizations | null | undefined;
  /** Permission bits as a decimal string; `"0"`: administrators only; `null`: everybody. */
  readonly default_member_permissions?: string | null | undefined;
  /** @deprecated Use `contexts`. Global commands only. */
  readonly dm_permission?: boolean | null | undefined;
  /** @deprecated Use `default_member_permissions`. */
  readonly default_permission?: boolean | null | undefined;
  /** Age-restricted. Default false. */
  readonly nsfw?: boolean | undefined;
  /** Global commands only. */
  readonly integration_types?: readonly InstallationContext[] | null | undefined;
  /** Global commands only. */
  readonly contexts?: readonly InteractionContext[] | null | undefined;
}

/** A slash command to register. */
export interface ChatInputCommand extends CommandInputBase {
  readonly type?: 1 | undefined;
  /** 1 to 100 characters. */
  readonly description: string;
  readonly description_localizations?: Localizations | null | undefined;
  /** At most 25, required ones first. */
  readonly options?: readonly CommandOption[] | undefined;
}

/** A context menu command to register: no description, no options; the name may have capitals and spaces. */
export interface ContextMenuCommand extends CommandInputBase {
  readonly type: 2 | 3;
}

/** The command that launches the application's Activity. Global, one per application. */
export interface EntryPointCommand extends CommandInputBase {
  readonly type: 4;
  readonly description?: string | undefined;
  readonly description_localizations?: Localizations | null | undefined;
  /** Only for applications that have an Activity. */
  readonly handler?: EntryPointHandler | undefined;
}

/** A command to register globally (Application Commands Interface, "Global commands"). */
export type GlobalCommand = ChatInputCommand | ContextMenuCommand | EntryPointCommand;

/** A command to register in one guild (Application Commands Interface, "Guild commands"). */
export type GuildCommand = ChatInputCommand | ContextMenuCommand;

/** An item of a bulk overwrite; the id keeps the same command through a change of its name. */
export type BulkItem<C extends GlobalCommand> = C & { readonly id?: Snowflake | undefined };

/** The body of an edit: every given field replaces the stored one; the type cannot change. */
export type CommandEdit<C extends GlobalCommand> = C extends unknown
  ? { readonly [Field in keyof Omit<C, "type">]?: C[Field] | undefined }
  : never;

/** A command as the service returns it (Application Commands Interface, "Application command"). */
export interface Command {
  readonly id: Snowflake;
  readonly application_id: Snowflake;
  readonly guild_id?: Snowflake;
  readonly version: Snowflake;
  readonly type?: CommandType;
  readonly name: string;
  /** The name in the language of the caller, if there is one; only in lists without `withLocalizations`. */
  readonly name_localized?: string;
  readonly name_localizations?: Localizations | null;
  /** Empty for user and message commands. */
  readonly description: string;
  readonly description_localized?: string;
  readonly description_localizations?: Localizations | null;
  readonly options?: readonly CommandOption[];
  readonly default_member_permissions?: string | null;
  readonly dm_permission?: boolean;
  readonly default_permission?: boolean | null;
  readonly nsfw?: boolean;
  readonly integration_types?: readonly InstallationContext[];
  readonly contexts?: readonly InteractionContext[] | null;
  /** Values beyond {@link EntryPointHandler} may be read, only those two are sent. */
  readonly handler?: number;
}

/** Whom an overwrite is about (Application Commands Interface, "Application command permission"). */
export const PermissionType = { Role: 1, User: 2, Channel: 3 } as const;
export type PermissionType = (typeof PermissionType)[keyof typeof PermissionType];

/** Allows or disallows a command for one role, user or channel. */
export interface PermissionOverwrite {
  /** The guild's id means everyone (type role); the guild's id minus one means all channels (type channel). */
  readonly id: Snowflake;
  readonly type: PermissionType;
  readonly permission: boolean;
}

/** The overwrites of a command in a guild (Application Commands Interface, "Guild application command permissions"). */
export interface GuildCommandPermissions {
  /** The command; or the application, for all commands without overwrites of their own. */
  readonly id: Snowflake;
  readonly application_id: Snowflake;
  readonly guild_id: Snowflake;
  readonly permissions: readonly PermissionOverwrite[];
}
