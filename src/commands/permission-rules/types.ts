import type { ClientError } from "../../core/errors.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import type { PermissionOverwrite, PermissionType } from "../../wire/command.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { RolloutJournal } from "../many-guilds.ts";

/** An overwrite with its target's name. */
export interface NamedOverwrite extends PermissionOverwrite {
  /** The name, without `#` or `@`. Absent if the target no longer exists, or is everyone or all channels. */
  readonly name?: string;
}

/** The changed overwrites of one command in a guild. Takes one request. */
export interface PlannedPermissions {
  /** The id of the command, or of the application for `*`. */
  readonly id: Snowflake;
  /** The name of the command, or `*` for the application. */
  readonly name: string;
  /** The live overwrites. */
  readonly before: readonly NamedOverwrite[];
  /** The overwrites required by the rules: at most 100. */
  readonly after: readonly NamedOverwrite[];
}

/** A role or member that gains or loses a command. */
export interface UseChange {
  /** The affected live command. */
  readonly command: {
    /** The command's id. */
    readonly id: Snowflake;
    /** The command's name, without localizations. */
    readonly name: string;
  };
  /** A role, for members with no other role; everyone, for members without roles; or a member with an overwrite. */
  readonly who: {
    /** The role's or user's id; for everyone the guild's. */
    readonly id: Snowflake;
    /** The target type: role or user. */
    readonly type: PermissionType;
    /** The role's name, or the username. */
    readonly name: string;
  };
  /** The affected channel. Absent for the whole guild, except channels listed separately. */
  readonly channel?: {
    /** The channel's id. */
    readonly id: Snowflake;
    /** The name of the channel, without `#`. */
    readonly name: string;
  };
  /** Whether access is gained or lost. */
  readonly gains: boolean;
}

/** The permission changes for one guild. Plain data. */
export interface PermissionsPlan {
  /** The guild, the only one the plan is valid for. */
  readonly guildId: Snowflake;
  /** The guild's name, up to 100 characters. */
  readonly guildName: string;
  /** The changed commands, with one request each. */
  readonly edits: readonly PlannedPermissions[];
  /** The roles and members that gain or lose a command. */
  readonly uses: readonly UseChange[];
  /** The names of commands that already match. */
  readonly unchanged: readonly string[];
  /** The names of unchanged commands that have overwrites but no rules. */
  readonly kept: readonly string[];
  /** SHA-256 of the rules and of the ids and names of the global commands. A journal identifies them by it. */
  readonly digest: string;
}

/** The planning result of one guild. */
export type GuildPermissions =
  | {
      /** The guild. */
      readonly guildId: Snowflake;
      /** The guild was planned. */
      readonly status: "planned";
      /** The planned changes. */
      readonly plan: PermissionsPlan;
    }
  | {
      /** The guild. */
      readonly guildId: Snowflake;
      /** Not read, because the journal lists the guild as done with the same rules and global commands. */
      readonly status: "skipped";
    }
  | {
      /** The guild. */
      readonly guildId: Snowflake;
      /** The guild could not be planned. */
      readonly status: "failed";
      /** The reason: an unreadable guild, or an unresolved name (`unresolved_rules`). */
      readonly error: ClientError;
    };

/** Options for planning permissions. */
export interface PermissionsPlanOptions extends CallOptions {
  /** Default: the bot's guilds, if the client has a `botToken`. */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
  /** The maximum number of concurrent guilds. Default 50. */
  readonly concurrency?: number | undefined;
  /** Guilds that the journal lists as done with the same rules and global commands are skipped. Default: no guild is skipped. */
  readonly journal?: RolloutJournal | undefined;
  /** Called for each planned guild. Thrown errors are ignored. */
  readonly onProgress?: ((guild: GuildPermissions, done: number, total: number) => void) | undefined;
}

/** Options for applying permissions. */
export interface PermissionsApplyOptions extends CallOptions {
  /** The maximum number of concurrent guilds. Default 50. */
  readonly concurrency?: number | undefined;
  /** Records finished guilds, which later plans skip. */
  readonly journal?: RolloutJournal | undefined;
  /** Called for each finished guild. Thrown errors are ignored. */
  readonly onProgress?: ((result: PermissionsResult, done: number, total: number) => void) | undefined;
}

/** The result in one guild. */
export interface PermissionsResult {
  /** The guild of the plan. */
  readonly guildId: Snowflake;
  /** Whether the whole plan was applied. */
  readonly status: "done" | "failed";
  /** The number of commands written. */
  readonly writes: number;
  /** The error, only with `failed`. */
  readonly error?: ClientError;
}
