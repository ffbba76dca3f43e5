import { partialFailure } from "../../core/request/api-error.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type {
  BulkItem,
  CommandType,
  GlobalCommand,
  InstallationContext,
  PermissionOverwrite,
} from "../../wire/command.ts";
import type { Profile } from "../rules/grades.ts";
import type { Finding } from "../rules/visit.ts";
import type { CommandFields } from "./normalize.ts";
import { ClientError, ErrorType, unlisted } from "../../core/errors.ts";
import type { CallOptions } from "../../core/request/transport.ts";

/**
 * A desired command. Omitted fields take their defaults, except that `integration_types`, `handler` and an entry point's
 * description keep their live values.
 *
 * To rename a command and keep its id, pass its `id`, or its former name as `renamedFrom`.
 *
 * @stable
 */
export type DesiredCommand<C extends GlobalCommand = GlobalCommand> = BulkItem<C> & {
  /** The command's former name, if it is being renamed. The command keeps its id and permissions. Default: the current name. */
  readonly renamedFrom?: string | undefined;
};

/** A step that must be allowed explicitly. @stable */
export type Permit = "delete-entry-point" | "empty-scope";

/** Options for planning commands. @stable */
export interface PlanOptions {
  /** Whether the commands are global or belong to a guild. */
  readonly scope: "global" | "guild";
  /** The guild, for a guild scope. The plan is not valid for any other guild. */
  readonly guildId?: Snowflake | undefined;
  /** The steps to allow: `delete-entry-point`, `empty-scope`. Default none. */
  readonly allow?: readonly Permit[] | undefined;
  /** The application's installation contexts, which are the default for `integration_types`. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
  /** For a guild scope: the live global commands, used to warn about guild commands that duplicate them. */
  readonly globalCommands?: readonly GlobalName[] | undefined;
  /**
   * For the global scope: the guilds in which renamed commands keep their permissions. Default: the bot's guilds, if the client
   * has a `botToken`. In other guilds, the permissions are lost without a warning.
   */
  readonly guildIds?: readonly Snowflake[] | undefined;
  /** Whether unrecognized fields are sent and reported as warnings. Default false. */
  readonly allowUnknownFields?: boolean | undefined;
  /** The rule profile. Default `live`. */
  readonly profile?: Profile | undefined;
}

/** The fields that identify a global command. @stable */
export interface GlobalName {
  /** The command's type. Default 1 (slash command). */
  readonly type?: CommandType | undefined;
  /** The command's name, without localizations. */
  readonly name: string;
}

/** A live command in a plan. @stable */
export interface CommandReference {
  readonly id: Snowflake;
  /** The command's type: {@link CommandType}. */
  readonly type: CommandType;
  readonly name: string;
}

/** A changed command. If `renamedTo` is set, the command is renamed. @stable */
export interface PlannedEdit extends CommandReference {
  /** The new name, if the command is renamed. */
  readonly renamedTo?: string;
  readonly changes: readonly FieldChange[];
  readonly edit: CommandFields;
}

/** A request that changes commands. @stable */
export type Write =
  | {
      /** Deletes a live command and its permissions. */
      readonly kind: "delete";
      readonly command: CommandReference;
    }
  | {
      /** Replaces some of a live command's fields. */
      readonly kind: "edit";
      readonly command: PlannedEdit;
    }
  | {
      /** Creates a command. */
      readonly kind: "create";
      readonly command: CommandFields;
    }
  | {
      /** Replaces all commands at once. */
      readonly kind: "overwrite";
      readonly commands: readonly CommandFields[];
    };

/** The permissions that a command loses when it is renamed or restored. @stable */
export interface SavedPermissions {
  readonly guildId: Snowflake;
  readonly commandId: Snowflake;
  /** The overwrites, up to 100 per command. */
  readonly permissions: readonly PermissionOverwrite[];
}

/** An effect that players or developers may not expect. @stable */
export interface PlanWarning {
  readonly code:
    /** A warning from a validation rule, described in `finding`. */
    | "rule"
    | "permissions-erased"
    /** The permissions in `savedPermissions` will be erased and then restored. */
    | "permissions-restored"
    /** The permissions in `savedPermissions` will be erased and not restored. */
    | "permissions-lost"
    /** The permissions that the change may erase could not be read. */
    | "permissions-unread"
    | "clients-reload"
    | "entry-point-kept"
    | "entry-point-deleted"
    | "scope-emptied"
    | "doubles-global";
  readonly message: string;
  /** The rule and path, if the code is `rule`. */
  readonly finding?: Finding;
  /** The permissions, if the code is `permissions-restored` or `permissions-lost`. */
  readonly savedPermissions?: readonly SavedPermissions[];
}

/**
 * The changes that turn the live commands into the desired ones. Plain data that can be stored. `String(plan)` returns the plan
 * as text; `formatPlan` also accepts a stored plan.
 *
 * @stable
 */
export interface Plan {
  /** Whether the plan is for the global commands or for one guild. */
  readonly scope: "global" | "guild";
  readonly creates: readonly CommandFields[];
  readonly edits: readonly PlannedEdit[];
  readonly deletes: readonly CommandReference[];
  readonly unchanged: readonly CommandReference[];
  /**
   * Live commands that are kept even though they are not among the desired commands: commands of unknown types, and the entry
   * point unless its deletion is allowed.
   */
  readonly kept: readonly CommandReference[];
  readonly writes: readonly Write[];
  /**
   * The number of requests and of new commands. New commands are limited to 200 per day (Discord documentation, Application
   * Commands, "Registering a Command").
   */
  readonly cost: {
    readonly requests: number;
    readonly creates: number;
  };
  readonly warnings: readonly PlanWarning[];
  /** The input that the plan is based on, used to detect later changes. */
  readonly basis: {
    readonly desired: readonly DesiredCommand[];
    /** The `version` of each live command, by id. */
    readonly versions: Readonly<Record<Snowflake, Snowflake>>;
    readonly options: PlanOptions;
  };
  /** Returns the plan as text. A stored plan does not have this method. */
  toString(): string;
}

/** The result of applying a plan. Plain data that can be passed as `resume`. @stable */
export interface ApplyReport {
  readonly done: readonly Write[];
  /** The request that failed. It may have taken effect. */
  readonly failed?: Write;
  /** The remaining requests, including the failed one. */
  readonly remaining: readonly Write[];
  /** Permissions that were erased but not restored. To restore them, pass the report as `resume` to a run with a `userToken`. */
  readonly savedPermissions: readonly SavedPermissions[];
}

/** A step in applying a plan. @stable */
export type ApplyProgress =
  | {
      /** The permissions that will be erased have been read. Store them until they are restored. */
      readonly kind: "saved";
      readonly savedPermissions: readonly SavedPermissions[];
    }
  | {
      /** A request has succeeded. */
      readonly kind: "written";
      readonly write: Write;
      readonly done: number;
      readonly total: number;
    }
  | {
      /** One command's permissions have been restored. */
      readonly kind: "restored";
      readonly savedPermissions: SavedPermissions;
    };

/** An option that allows the loss of permissions. @stable */
export interface PermissionLoss {
  /**
   * Whether the permissions of renamed and restored commands may be lost if they cannot be restored. If false, such a change
   * fails with `permission_loss` before anything is written. Default false.
   */
  readonly allowPermissionLoss?: boolean | undefined;
}

/** Options for applying a plan. @stable */
export interface ApplyOptions extends CallOptions, PermissionLoss {
  /** Called after each step and awaited before the next request. */
  readonly onProgress?: ((progress: ApplyProgress) => void | Promise<void>) | undefined;
  /** The `report` from an earlier failed run. Its saved permissions are also restored. */
  readonly resume?: ApplyReport | undefined;
}

/** Thrown if the live commands have changed since planning. Nothing was written. @stable */
export class PlanOutdatedError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "PlanOutdatedError" });
  }
  readonly plan: Plan;

  /**
   * Called only by the library.
   *
   * @param plan - the plan for the current commands.
   */
  constructor(plan: Plan) {
    super({
      type: ErrorType.ValidationError,
      code: "plan_outdated",
      message: "The live commands changed after the plan was made, so no request was sent.",
      hint: "Review the new plan in this error, then apply it.",
      retryable: true,
    });
    this.plan = plan;
  }
}

/** Thrown if only part of a plan was applied. Its fields are copied from `failure`. @stable */
export class ApplyError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "ApplyError" });
  }
  /** The progress, to pass as `resume` to the next run. */
  readonly report: ApplyReport;
  /** The underlying error. An ApiError includes field errors. */
  readonly failure: ClientError;

  /**
   * Called only by the library.
   *
   * @param failure - the error that ended the run.
   * @param report - the run's progress.
   */
  constructor(failure: ClientError, report: ApplyReport) {
    super(partialFailure(failure, report, "Applying the plan", "requests"));
    this.report = report;
    this.failure = failure;
  }
}

/** A changed value in a command. @stable */
export interface FieldChange {
  /** The path in the desired command, or in the live command for a removed value. For example, `options[2].description`. */
  readonly path: string;
  /** The live value, if any. For reordered options or choices, their names. */
  readonly from: unknown;
  /** The desired value, if any. */
  readonly to: unknown;
}
