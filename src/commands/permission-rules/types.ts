import type { ClientError } from "../../core/errors.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import type { PermissionOverwrite, PermissionType } from "../../wire/command.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { RolloutJournal } from "../many-guilds.ts";

/** An overwrite and the name of its target. @stable */
export interface NamedOverwrite extends PermissionOverwrite {
  /**
   * The name, without `#` or `@`. Absent if the target no longer exists, or if the overwrite applies to everyone or to all
   * channels.
   */
  readonly name?: string;
}

/** One command's changed overwrites in a guild. Applying them takes one request. @stable */
export interface PlannedPermissions {
  /** The command's id, or the application's id for `*`. */
  readonly id: Snowflake;
  /** The command's name, or `*` for the application. */
  readonly name: string;
  /** The live overwrites. */
  readonly before: readonly NamedOverwrite[];
  /** The overwrites that the rules require, up to 100. */
  readonly after: readonly NamedOverwrite[];
}

/** A role or member that gains or loses access to a command. @stable */
export interface UseChange {
  readonly command: {
    readonly id: Snowflake;
    /** The command's name, without localizations. */
    readonly name: string;
  };
  /** A role (for members without other roles), everyone (for members without roles), or a member with an overwrite. */
  readonly who: {
    /** The role's or user's id. For everyone, the guild's id. */
    readonly id: Snowflake;
    readonly type: PermissionType;
    /** The role's name, or the username. */
    readonly name: string;
  };
  /** The affected channel. If absent, the change applies to the whole guild, except for channels listed separately. */
  readonly channel?: {
    readonly id: Snowflake;
    /** The channel's name, without `#`. */
    readonly name: string;
  };
  readonly gains: boolean;
}

/** The permission changes for one guild. Plain data. @stable */
export interface PermissionsPlan {
  /** The guild. The plan is not valid for any other guild. */
  readonly guildId: Snowflake;
  /** The guild's name, up to 100 characters. */
  readonly guildName: string;
  /** The changed commands. Each takes one request. */
  readonly edits: readonly PlannedPermissions[];
  /** The roles and members that gain or lose access to a command. */
  readonly uses: readonly UseChange[];
  /** The names of commands that already match. */
  readonly unchanged: readonly string[];
  /** The names of unchanged commands that have overwrites but no rules. */
  readonly kept: readonly string[];
  /** The SHA-256 digest of the rules and the global commands' ids and names. The journal stores it to detect changes. */
  readonly digest: string;
}

/** The result of planning one guild. @stable */
export type GuildPermissions =
  | {
      readonly guildId: Snowflake;
      readonly status: "planned";
      readonly plan: PermissionsPlan;
    }
  | {
      readonly guildId: Snowflake;
      /** The guild was not read: the journal lists it as done, and the rules and global commands are unchanged. */
      readonly status: "skipped";
    }
  | {
      readonly guildId: Snowflake;
      readonly status: "failed";
      /** The cause: either the guild cannot be read, or a name cannot be resolved (`unresolved_rules`). */
      readonly error: ClientError;
    };

/** Options for planning permissions. @stable */
export interface PermissionsPlanOptions extends CallOptions {
  /** The guilds to plan for. Default: the bot's guilds, if the client has a `botToken`. */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
  /** The maximum number of guilds processed at the same time. Default 50. */
  readonly concurrency?: number | undefined;
  /** A journal from earlier runs. Guilds that it lists as done are skipped if the rules and global commands are unchanged. */
  readonly journal?: RolloutJournal | undefined;
  /** Called for each planned guild. Errors thrown by the callback are ignored. */
  readonly onProgress?: ((guild: GuildPermissions, done: number, total: number) => void) | undefined;
}

/** Options for applying permissions. @stable */
export interface PermissionsApplyOptions extends CallOptions {
  /** The maximum number of guilds processed at the same time. Default 50. */
  readonly concurrency?: number | undefined;
  /** Records the guilds that are done, so that later plans can skip them. */
  readonly journal?: RolloutJournal | undefined;
  /** Called when a guild is done. Errors thrown by the callback are ignored. */
  readonly onProgress?: ((result: PermissionsResult, done: number, total: number) => void) | undefined;
}

/** The result of applying a plan to one guild. @stable */
export interface PermissionsResult {
  readonly guildId: Snowflake;
  /** Whether the whole plan was applied. */
  readonly status: "done" | "failed";
  /** The number of commands whose overwrites were replaced. */
  readonly writes: number;
  /** The error, if the status is `failed`. */
  readonly error?: ClientError;
}
