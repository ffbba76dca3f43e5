import type { Snowflake } from "./snowflake.ts";
import type { CommandOption } from "./command-option.ts";
import type { Localizations } from "./locale.ts";

/** Command types (Discord documentation, Application Commands, "Application Command Types"). */
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

/** Who answers an entry point command (Discord documentation, Application Commands, "Entry Point Command Handler Types"). */
export const EntryPointHandler = {
  /** The application receives the interaction and answers it, for example with LAUNCH_ACTIVITY. */
  AppHandler: 1,
  /** The service launches the Activity by itself. */
  DiscordLaunchActivity: 2,
} as const;
export type EntryPointHandler = (typeof EntryPointHandler)[keyof typeof EntryPointHandler];

/** Where a command can be used (Discord documentation, Interactions, "Interaction Context Types"). */
export const InteractionContext = {
  /** In the channels of a guild. */
  Guild: 0,
  /** In direct messages with the application's bot. Not for guild commands. */
  BotDm: 1,
  /** In other direct messages and in group messages. Only for commands installed to a user. */
  PrivateChannel: 2,
} as const;
export type InteractionContext = (typeof InteractionContext)[keyof typeof InteractionContext];

/** How the application must be installed for a command to show (Discord documentation, Application, "Integration Types"). */
export const InstallationContext = {
  /** Added to a guild: its members use it there. */
  GuildInstall: 0,
  /** Added to an account: its user uses it everywhere. */
  UserInstall: 1,
} as const;
export type InstallationContext = (typeof InstallationContext)[keyof typeof InstallationContext];

/** The fields of every command to register. */
interface CommandInputBase {
  /** 1 to 32 characters: of a slash command lower case, without spaces. */
  readonly name: string;
  /** The name in other languages, by locale. Default: the same name everywhere. */
  readonly name_localizations?: Localizations | null | undefined;
  /** Permission bits as a decimal string; `"0"`: administrators only; `null`: everybody. */
  readonly default_member_permissions?: string | null | undefined;
  /** @deprecated Use `contexts`. Global commands only. */
  readonly dm_permission?: boolean | null | undefined;
  /** @deprecated Use `default_member_permissions`. */
  readonly default_permission?: boolean | null | undefined;
  /** Age-restricted. Default false. */
  readonly nsfw?: boolean | undefined;
  /** Installations with which the command shows. Default: all that the application supports. Global commands only. */
  readonly integration_types?: readonly InstallationContext[] | null | undefined;
  /** Places in which the command shows. Default: all. Global commands only. */
  readonly contexts?: readonly InteractionContext[] | null | undefined;
}

/** A slash command to register. */
export interface ChatInputCommand extends CommandInputBase {
  /** 1, the default: a slash command. */
  readonly type?: 1 | undefined;
  /** Shown in the list of commands: 1 to 100 characters. */
  readonly description: string;
  /** The description in other languages, by locale. Default: the same everywhere. */
  readonly description_localizations?: Localizations | null | undefined;
  /** Options with values, or subcommands and groups: at most 25, required ones first. */
  readonly options?: readonly CommandOption[] | undefined;
}

/** A context menu command to register: no description, no options; the name may have capitals and spaces. */
export interface ContextMenuCommand extends CommandInputBase {
  /** 2: in the menu of a user; 3: in that of a message. */
  readonly type: 2 | 3;
}

/** The command that launches the application's Activity. Global, one per application. */
export interface EntryPointCommand
  extends CommandInputBase, Pick<ChatInputCommand, "description_localizations"> {
  /** 4: launches the Activity. */
  readonly type: 4;
  /** 1 to 100 characters. A plan keeps the live one where it is left out. */
  readonly description?: string | undefined;
  /** Only for applications that have an Activity. */
  readonly handler?: EntryPointHandler | undefined;
}

/** A command to register globally (Discord documentation, Application Commands, "Create Global Application Command"). */
export type GlobalCommand = ChatInputCommand | ContextMenuCommand | EntryPointCommand;

/** A command to register in one guild (Discord documentation, Application Commands, "Create Guild Application Command"). */
export type GuildCommand = ChatInputCommand | ContextMenuCommand;

/** An item of a bulk overwrite; the id keeps the same command through a change of its name. */
export type BulkItem<C extends GlobalCommand> = C & {
  /** Id of the live command that this item becomes. Default: the one of the same name and type. */
  readonly id?: Snowflake | undefined;
};

/** The body of an edit: every given field replaces the stored one; the type cannot change. */
export type CommandEdit<C extends GlobalCommand> = C extends unknown
  ? { readonly [Field in keyof Omit<C, "type">]?: C[Field] | undefined }
  : never;

/** A command as the service returns it (Discord documentation, Application Commands, "Application Command Object"). */
export interface Command {
  /** Stays the same through edits, also of the name. */
  readonly id: Snowflake;
  /** The application that registered it. */
  readonly application_id: Snowflake;
  /** The guild it is registered in; absent for a global command. */
  readonly guild_id?: Snowflake;
  /** Grows with each change of the record. */
  readonly version: Snowflake;
  /** Default 1, a slash command. */
  readonly type?: CommandType;
  /** The default name, with which interactions name it too. */
  readonly name: string;
  /** The name in the language of the caller, if there is one; only in lists without `withLocalizations`. */
  readonly name_localized?: string;
  /** All names by locale; only where the dictionaries were asked for. */
  readonly name_localizations?: Localizations | null;
  /** Empty for user and message commands. */
  readonly description: string;
  /** The description in the language of the caller, as `name_localized`. */
  readonly description_localized?: string;
  /** All descriptions by locale; only where the dictionaries were asked for. */
  readonly description_localizations?: Localizations | null;
  /** Options of a slash command, in their order. */
  readonly options?: readonly CommandOption[];
  /** Permission bits that a member needs, as a decimal string; `"0"`: administrators only; `null`: everybody. */
  readonly default_member_permissions?: string | null;
  /** @deprecated Read `contexts`. Global commands only. */
  readonly dm_permission?: boolean;
  /** @deprecated Read `default_member_permissions`. */
  readonly default_permission?: boolean | null;
  /** Age-restricted: for users of 18 and older. Default false. */
  readonly nsfw?: boolean;
  /** Installations with which the command shows. Global commands only. */
  readonly integration_types?: readonly InstallationContext[];
  /** Places in which the command shows; `null`: all of them. Global commands only. */
  readonly contexts?: readonly InteractionContext[] | null;
  /** Values beyond {@link EntryPointHandler} may be read, only those two are sent. */
  readonly handler?: number;
}

/** Whom an overwrite is about (Discord documentation, Application Commands, "Application Command Permission Type"). */
export const PermissionType = {
  /** `id` is that of a role, or of the guild: everyone. */
  Role: 1,
  /** `id` is that of a user. */
  User: 2,
  /** `id` is that of a channel, or of the guild minus one: all channels. */
  Channel: 3,
} as const;
export type PermissionType = (typeof PermissionType)[keyof typeof PermissionType];

/** Allows or disallows a command for one role, user or channel. */
export interface PermissionOverwrite {
  /** The guild's id means everyone (type role); the guild's id minus one means all channels (type channel). */
  readonly id: Snowflake;
  /** Role, user or channel. */
  readonly type: PermissionType;
  /** True allows the command, false forbids it. */
  readonly permission: boolean;
}

/** The overwrites of a command in a guild (Discord documentation, Application Commands, "Guild Application Command Permissions Structure"). */
export interface GuildCommandPermissions {
  /** The command; or the application, for all commands without overwrites of their own. */
  readonly id: Snowflake;
  /** The application whose command it is. */
  readonly application_id: Snowflake;
  /** The guild in which they count. */
  readonly guild_id: Snowflake;
  /** At most 100 overwrites. */
  readonly permissions: readonly PermissionOverwrite[];
}
