import type { PermissionRules } from "slashpass/commands";
import type { ApplicationSettings } from "../../wire/application.ts";
import type { Scopes } from "../../wire/scope.ts";

/**
 * Application settings for `slashpass app plan` and `slashpass app apply`, with the same field names as Discord's API. Images are
 * file paths. An omitted setting is left unchanged; `null` removes it.
 */
export interface ApplicationConfig extends Omit<ApplicationSettings, "icon" | "cover_image"> {
  /** The icon's path, relative to the config: a PNG, JPEG or GIF of up to 10 MiB. */
  readonly icon?: string | null | undefined;
  /** The path of the cover image for invitations, relative to the config: a PNG, JPEG or GIF of up to 10 MiB. */
  readonly cover_image?: string | null | undefined;
}

/** One of the game's applications, for example for development or production. */
export interface EnvironmentConfig {
  /** The application's id, from the developer portal. */
  readonly applicationId: string;
  /** The guild in which the commands are registered, where changes appear immediately. Default: global commands. */
  readonly guildId?: string | undefined;
  /**
   * Marks an environment with real players. `--environment` must name it, and each write must be confirmed: by typing its name,
   * or with `--confirm`. Deletions and renames that erase command permissions require `--allow-permission-loss`. Default `false`.
   */
  readonly protected?: boolean | undefined;
  /** The API's base URL, for an emulator or a custom server. Default: Discord's API. */
  readonly apiBase?: string | undefined;
  /** The web pages' base URL. Default: Discord's. */
  readonly webBase?: string | undefined;
  /** The scopes that `slashpass login` requests. Default `["identify"]`. */
  readonly scopes?: Scopes | undefined;
  /** This application's settings; each overrides the shared one. */
  readonly application?: ApplicationConfig | undefined;
}

/** The content of `slashpass.config.mjs`, `.js`, `.ts` or `.json`. */
export interface SlashpassConfig {
  /** The applications, keyed by names of your choice, such as `development`, `staging` or `production`. */
  readonly environments: Readonly<Record<string, EnvironmentConfig>>;
  /** The environment that is used without `--environment`. Not needed if there is only one. */
  readonly defaultEnvironment?: string | undefined;
  /** The path of the command definitions, relative to the config. Default `./commands.mjs`. */
  readonly commands?: string | undefined;
  /** Command permissions for all or some guilds, used by `slashpass permissions plan` and `slashpass permissions apply`. */
  readonly permissions?: PermissionRules | undefined;
  /**
   * The path of the directory with the command translations, relative to the config: one file per locale, such as `de.json`.
   * Default: only the translations in the definitions.
   */
  readonly languages?: string | undefined;
  /**
   * The path of the module that handles interactions, relative to the config; `slashpass dev` serves it. Its default export is a
   * handler created by `createInteractionHandler`, or an object with `fetch`, as on edge runtimes. Default `./handler.mjs`.
   */
  readonly handler?: string | undefined;
  /** Settings shared by all applications, for `slashpass app plan` and `slashpass app apply`. */
  readonly application?: ApplicationConfig | undefined;
}

/** Returns its argument unchanged; provides types for the config. */
export function defineConfig(config: SlashpassConfig): SlashpassConfig {
  return config;
}
