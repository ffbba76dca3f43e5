import type { ClientError } from "../../core/errors.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import type { PermissionOverwrite, PermissionType } from "../../wire/command.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { RolloutJournal } from "../rollout-journal.ts";

/** An overwrite, with the name of its role, member or channel. */
export interface NamedOverwrite extends PermissionOverwrite {
  /** Without `#` or `@`. Absent where that is gone from the guild, or stands for everyone or all channels. */
  readonly name?: string;
}

/** The overwrites of one command that change in a guild: one request. */
export interface PlannedPermissions {
  /** The command; or the application, for `*`. */
  readonly id: Snowflake;
  /** Name of the command; `*` for the application. */
  readonly name: string;
  /** The live overwrites. */
  readonly before: readonly NamedOverwrite[];
  /** Those that the rules ask for: at most 100. */
  readonly after: readonly NamedOverwrite[];
}

/** Somebody who gains or loses a command by a plan. */
export interface UseChange {
  /** A live command, whose own overwrites change, or those of the application for it. */
  readonly command: {
    /** As the service gave it. */
    readonly id: Snowflake;
    /** Without its localizations. */
    readonly name: string;
  };
  /** A role, whose holders have no other; everyone, who have none; or a member with an overwrite. */
  readonly who: {
    /** Id of the role or the user; of everyone the guild's. */
    readonly id: Snowflake;
    /** Role or user. */
    readonly type: PermissionType;
    /** Name of the role, or the username. */
    readonly name: string;
  };
  /** Where it is so; absent for the whole guild, but for channels that are named. */
  readonly channel?: {
    /** As the service gave it. */
    readonly id: Snowflake;
    /** Without `#`. */
    readonly name: string;
  };
  /** True: they gain it. False: they lose it. */
  readonly gains: boolean;
}

/** The change that brings the permissions of one guild to the rules. Plain data. */
export interface PermissionsPlan {
  /** The plan is good for no other guild. */
  readonly guildId: Snowflake;
  /** Up to 100 characters, for people. */
  readonly guildName: string;
  /** The commands whose overwrites change, each by one request. */
  readonly edits: readonly PlannedPermissions[];
  /** Who can use which command afterwards, and could not before; and the reverse. */
  readonly uses: readonly UseChange[];
  /** Names of the commands that are as the rules say. */
  readonly unchanged: readonly string[];
  /** Names of the commands with overwrites, for which there are no rules: they stay as they are. */
  readonly kept: readonly string[];
  /** SHA-256 of the rules, and of the ids and names of the global commands: by it a journal knows them. */
  readonly digest: string;
}

/** One guild of {@link PermissionsPlan | plans}. */
export type GuildPermissions =
  | {
      /** As it was passed, or listed for the bot. */
      readonly guildId: Snowflake;
      /** It was read. */
      readonly status: "planned";
      /** What would change. */
      readonly plan: PermissionsPlan;
    }
  | {
      /** As it was passed, or listed for the bot. */
      readonly guildId: Snowflake;
      /** The journal has it as done with the same rules and global commands: it was not read. */
      readonly status: "skipped";
    }
  | {
      /** As it was passed, or listed for the bot. */
      readonly guildId: Snowflake;
      /** It has no plan. */
      readonly status: "failed";
      /** Why: it cannot be read, or a rule names something that it does not have (`unresolved_rules`). */
      readonly error: ClientError;
    };

/** How permissions are planned. */
export interface PermissionsPlanOptions extends CallOptions {
  /** The guilds. Default: the bot's, where the client has a `botToken`. */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
  /** How many guilds at once. Default 50. */
  readonly concurrency?: number | undefined;
  /** Guilds that it has as done with the same rules and global commands are skipped. Default: none are. */
  readonly journal?: RolloutJournal | undefined;
  /** Called with each guild as it is planned. Its errors are dropped. */
  readonly onProgress?: ((guild: GuildPermissions, done: number, total: number) => void) | undefined;
}

/** How permissions are applied. */
export interface PermissionsApplyOptions extends CallOptions {
  /** How many guilds at once. Default 50. */
  readonly concurrency?: number | undefined;
  /** Where it is noted which guilds are done, for the plan of a later run. */
  readonly journal?: RolloutJournal | undefined;
  /** Called with each guild as it ends. Its errors are dropped. */
  readonly onProgress?: ((result: PermissionsResult, done: number, total: number) => void) | undefined;
}

/** The result of one guild. */
export interface PermissionsResult {
  /** That of the plan. */
  readonly guildId: Snowflake;
  /** Whether everything of its plan was written. */
  readonly status: "done" | "failed";
  /** How many commands got their overwrites. */
  readonly writes: number;
  /** Why it failed. Only with `failed`. */
  readonly error?: ClientError;
}
