import type { PermissionRules } from "slashpass/commands";
import type { ApplicationSettings } from "../../wire/application.ts";
import type { Scopes } from "../../wire/scope.ts";

/**
 * The settings of an application, which `slashpass app` plans and applies: as Discord spells them, with files for the pictures. A
 * setting that is left out stays as it is; null removes it.
 */
export interface ApplicationConfig extends Omit<ApplicationSettings, "icon" | "cover_image"> {
  /** The file with its picture, from the folder of the config: a PNG, JPEG or GIF of up to 10 MiB. */
  readonly icon?: string | null | undefined;
  /** The file with the picture of its invitations: of the same form. */
  readonly cover_image?: string | null | undefined;
}

/** One application of the game: for development, for staging, for its players. */
export interface EnvironmentConfig {
  /** The id of the application, from the developer portal. */
  readonly applicationId: string;
  /** Commands are written to this guild, where they appear at once, in place of everywhere. */
  readonly guildId?: string | undefined;
  /**
   * Real players use it: `--environment` must name it, and its name is typed before anything is written, or given with
   * `--confirm`. Permissions of commands are erased, by deletions and renames, only with `--allow-permission-loss`. Default `false`.
   */
  readonly protected?: boolean | undefined;
  /** The service's API, for one of your own or an emulator. Default: the service. */
  readonly apiBase?: string | undefined;
  /** Base of the web pages. Default: the service's. */
  readonly webBase?: string | undefined;
  /** The scopes that `slashpass login` requests. Default `["identify"]`. */
  readonly scopes?: Scopes | undefined;
  /** Settings of this application, each in place of the one that all have. */
  readonly application?: ApplicationConfig | undefined;
}

/** The content of `slashpass.config.mjs`, `.js`, `.ts` or `.json`. */
export interface SlashpassConfig {
  /** The applications, by a name of your own: `development`, `staging`, `production`. */
  readonly environments: Readonly<Record<string, EnvironmentConfig>>;
  /** The environment that is meant where none is named. Not needed where there is only one. */
  readonly defaultEnvironment?: string | undefined;
  /** The file with the commands, from the folder of the config. Default `./commands.mjs`. */
  readonly commands?: string | undefined;
  /** Who may use which command, in every guild or in some: `slashpass permissions plan` and `apply`. */
  readonly permissions?: PermissionRules | undefined;
  /**
   * The folder with the languages of the commands, from the folder of the config: a file for each, `de.json`. Default: the
   * translations stand in the definitions alone.
   */
  readonly languages?: string | undefined;
  /**
   * The module that answers interactions, from the folder of the config; `slashpass dev` serves it. Its default export is a handler
   * of `createInteractionHandler`, or an object with `fetch`, as edge runtimes want it. Default `./handler.mjs`.
   */
  readonly handler?: string | undefined;
  /** The settings of every application, which `slashpass app` plans and applies. */
  readonly application?: ApplicationConfig | undefined;
}

/** Gives a config its types where it is written; returns it as it is. */
export function defineConfig(config: SlashpassConfig): SlashpassConfig {
  return config;
}
