import type { PermissionRules } from "slashpass/commands";
import type { ApplicationSettings } from "../../wire/application.ts";
import type { Scopes } from "../../wire/scope.ts";

/**
 * Application settings for `slashpass app plan` and `slashpass app apply`, with the same field names as in Discord's API. Images
 * are specified as file paths. Omitted settings stay unchanged; `null` removes a setting.
 *
 * @stable
 */
export interface ApplicationConfig extends Omit<ApplicationSettings, "icon" | "cover_image"> {
  /** The path to the icon, relative to the config: a PNG, JPEG or GIF of up to 10 MiB. */
  readonly icon?: string | null | undefined;
  /** The path to the cover image for invitations, relative to the config: a PNG, JPEG or GIF of up to 10 MiB. */
  readonly cover_image?: string | null | undefined;
}

/** One of the game's applications, for example the one for development or production. @stable */
export interface EnvironmentConfig {
  /** The application's id, from the developer portal. */
  readonly applicationId: string;
  /** The guild in which commands are registered; changes appear there immediately. Default: global commands. */
  readonly guildId?: string | undefined;
  /**
   * Marks an environment that has real players. Each write requires `--environment` and must be confirmed, either with
   * `--confirm` or by typing the environment's name. Changes that erase command permissions require
   * `--allow-permission-loss`. Default `false`.
   */
  readonly protected?: boolean | undefined;
  /** The API base URL, for an emulator or a custom server. Default: Discord's API. */
  readonly apiBase?: string | undefined;
  /** The base URL of the website. Default: Discord's website. */
  readonly webBase?: string | undefined;
  /** The scopes that `slashpass login` requests. Default `["identify"]`. */
  readonly scopes?: Scopes | undefined;
  /** Settings that override the shared ones. */
  readonly application?: ApplicationConfig | undefined;
}

/** The content of `slashpass.config.mjs`, `.js`, `.ts` or `.json`. @stable */
export interface SlashpassConfig {
  /** The applications, keyed by names of your choice, such as `development`, `staging` or `production`. */
  readonly environments: Readonly<Record<string, EnvironmentConfig>>;
  /** The environment to use if `--environment` is not set. Optional if there is only one environment. */
  readonly defaultEnvironment?: string | undefined;
  /**
   * The path to the command definitions, relative to the config: a file that exports a list, or a folder of files that each export
   * a command. Default `./commands.mjs`.
   */
  readonly commands?: string | undefined;
  /** Command permissions for all or some guilds, used by `slashpass permissions plan` and `slashpass permissions apply`. */
  readonly permissions?: PermissionRules | undefined;
  /**
   * The path to the directory with the command translations, relative to the config. It contains one file per locale, such as `de.json`.
   * Default: only the translations in the definitions are used.
   */
  readonly languages?: string | undefined;
  /**
   * The path to the module that handles interactions, relative to the config. It is served by `slashpass dev`. Its default export
   * is a handler created by `createInteractionHandler`, or an object that has a `fetch` method, as on edge runtimes. Default
   * `./handler.mjs`.
   */
  readonly handler?: string | undefined;
  /** Settings shared by all applications, for `slashpass app plan` and `slashpass app apply`. */
  readonly application?: ApplicationConfig | undefined;
}

/** Returns its argument unchanged. Provides type checking for the config. @stable */
export function defineConfig(config: SlashpassConfig): SlashpassConfig {
  return config;
}
