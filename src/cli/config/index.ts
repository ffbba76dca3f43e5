import type { PermissionRules } from "slashpass/commands";
import type { Scopes } from "../../wire/scope.ts";

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
}

/** Gives a config its types where it is written; returns it as it is. */
export function defineConfig(config: SlashpassConfig): SlashpassConfig {
  return config;
}
