import { partialFailure } from "../../core/request/api-error.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type {
  BulkItem,
  Command,
  CommandType,
  GlobalCommand,
  InstallationContext,
  PermissionOverwrite,
} from "../../wire/command.ts";
import { passOn } from "../rules/proven.ts";
import type { Profile } from "../rules/grades.ts";
import type { Finding } from "../rules/visit.ts";
import type { CommandFields } from "./normalize.ts";
import { ClientError, ErrorType, unlisted } from "../../core/errors.ts";
import type { CallOptions } from "../../core/request/transport.ts";

/**
 * A desired command. Absent fields have their defaults, except `integration_types`, `handler` and the description of an entry
 * point, which keep their values.
 *
 * To rename a command and keep its id, pass its `id`, or its former name as `renamedFrom`.
 */
export type DesiredCommand<C extends GlobalCommand = GlobalCommand> = BulkItem<C> & {
  /** The former name of a renamed command, which keeps its id and permissions. Default: the current name. */
  readonly renamedFrom?: string | undefined;
};

/** A step that requires explicit permission. */
export type Permit = "delete-entry-point" | "empty-scope";

/** Options for planning commands. */
export interface PlanOptions {
  /** Whether the commands are global or belong to a guild. */
  readonly scope: "global" | "guild";
  /** The guild of a guild scope, the only one the plan is valid for. */
  readonly guildId?: Snowflake | undefined;
  /** The permitted steps: `delete-entry-point`, `empty-scope`. Default none. */
  readonly allow?: readonly Permit[] | undefined;
  /** The application's installation contexts, the default of `integration_types`. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
  /** For a guild scope: the live global commands, to warn about guild commands that duplicate them. */
  readonly globalCommands?: readonly GlobalName[] | undefined;
  /**
   * For the global scope: the guilds in which the permissions of renamed commands are kept. Default: the bot's guilds, if the
   * client has a `botToken`. In other guilds they are lost without a warning.
   */
  readonly guildIds?: readonly Snowflake[] | undefined;
  /** Whether to send fields unknown to this library, with a warning. Default false. */
  readonly allowUnknownFields?: boolean | undefined;
  /** The rule profile. Default `live`. */
  readonly profile?: Profile | undefined;
}

/** The fields that identify a global command. */
export interface GlobalName {
  /** Default 1, a slash command. */
  readonly type?: CommandType | undefined;
  /** The command's name, without localizations. */
  readonly name: string;
}

/** A live command in a plan. */
export interface Named {
  /** The id of the live command. */
  readonly id: Snowflake;
  /** The type of the command: {@link CommandType}. */
  readonly type: CommandType;
  /** Its live name. */
  readonly name: string;
}

/** A changed command. It is renamed if `renamedTo` is set. */
export interface PlannedEdit extends Named {
  /** The new name, if it changes. */
  readonly renamedTo?: string;
  /** The changed values. */
  readonly changes: readonly Change[];
  /** The body of the request. */
  readonly edit: CommandFields;
}

/** A request that changes something. */
export type Write =
  | {
      /** Deletes a live command and its permissions. */
      readonly kind: "delete";
      /** The deleted command. */
      readonly command: Named;
    }
  | {
      /** Replaces fields of a live command. */
      readonly kind: "edit";
      /** The command, with its changes. */
      readonly command: PlannedEdit;
    }
  | {
      /** Creates a command. */
      readonly kind: "create";
      /** The command as sent. */
      readonly command: CommandFields;
    }
  | {
      /** Replaces all commands at once. */
      readonly kind: "overwrite";
      /** All commands of the scope afterwards. */
      readonly commands: readonly CommandFields[];
    };

/** Permissions of a renamed or restored command that are erased. */
export interface SavedPermissions {
  /** The guild of the permissions. */
  readonly guildId: Snowflake;
  /** The command of the permissions. */
  readonly commandId: Snowflake;
  /** The overwrites: at most 100 per command. */
  readonly permissions: readonly PermissionOverwrite[];
}

/** An effect that players or developers may not expect. */
export interface PlanWarning {
  /** The stable code of the warning. */
  readonly code:
    /** A rule's warning; see `finding`. */
    | "rule"
    | "permissions-erased"
    /** Erased, then restored; see `savedPermissions`. */
    | "permissions-restored"
    /** Erased, not restored; see `savedPermissions`. */
    | "permissions-lost"
    /** Permissions that may be erased could not be read. */
    | "permissions-unread"
    | "clients-reload"
    | "entry-point-kept"
    | "entry-point-deleted"
    | "scope-emptied"
    | "doubles-global";
  /** The warning as a sentence. */
  readonly message: string;
  /** The rule and path, with the code `rule`. */
  readonly finding?: Finding;
  /** The permissions, with `permissions-restored` and `permissions-lost`. */
  readonly savedPermissions?: readonly SavedPermissions[];
}

/**
 * The changes from live to desired commands. Plain data that can be stored. `String(plan)` returns its text; `formatPlan` also
 * accepts a stored plan.
 */
export interface Plan {
  /** Whether the plan is for the global commands or for one guild. */
  readonly scope: "global" | "guild";
  /** New commands, as sent. */
  readonly creates: readonly CommandFields[];
  /** Live commands that change, with each change. */
  readonly edits: readonly PlannedEdit[];
  /** Deleted live commands, with their permissions. */
  readonly deletes: readonly Named[];
  /** Live commands that already match. */
  readonly unchanged: readonly Named[];
  /** Live commands that are kept although not desired: the entry point, unless its deletion is allowed, and unknown types. */
  readonly kept: readonly Named[];
  /** The requests, in order. */
  readonly writes: readonly Write[];
  /**
   * The requests, and the share of the 200 creates a day (Discord documentation, Application Commands, "Registering a Command").
   */
  readonly cost: {
    /** The number of requests that change something. */
    readonly requests: number;
    /** The number of commands created, of 200 a day. */
    readonly creates: number;
  };
  /** Unexpected effects, such as lost permissions. */
  readonly warnings: readonly PlanWarning[];
  /** The basis of the plan, to detect later changes. */
  readonly basis: {
    /** The desired commands. */
    readonly desired: readonly DesiredCommand[];
    /** The `version` of each live command, by id. */
    readonly versions: Readonly<Record<Snowflake, Snowflake>>;
    /** The options of the plan. */
    readonly options: PlanOptions;
  };
  /** Returns the text of the plan. A stored plan lacks this method. */
  toString(): string;
}

export type Outline = Pick<Plan, "creates" | "edits" | "deletes" | "unchanged" | "kept">;

/** `renamedFrom` is not sent. */
export function withoutOrigin(command: DesiredCommand): CommandFields {
  // Avoids copies: a rollout may have hundreds of guilds with 100 commands each.
  if (!("renamedFrom" in command)) return command as object as CommandFields;
  const { renamedFrom: _, ...fields } = command;
  return passOn(command, fields);
}

export function renamesIn(items: readonly object[], live: readonly Command[]): PlannedEdit[] {
  return items.flatMap((item) => {
    const { id: itemId, name: renamedTo } = item as Partial<Named>;
    const found = live.find((command) => command.id === itemId);
    if (!found || renamedTo === undefined || renamedTo === found.name) return [];
    const { id, name, type = 1 } = found;
    return [{ id, type, name, renamedTo, changes: [], edit: { ...item } }];
  });
}

export function versionsOf(live: readonly Command[]): Record<Snowflake, Snowflake> {
  return Object.fromEntries(live.map(({ id, version }) => [id, version]));
}

/** The result of applying a plan, for resuming. Plain data. */
export interface ApplyReport {
  /** The requests that succeeded, in order. */
  readonly done: readonly Write[];
  /** The failed request. It may have taken effect. */
  readonly failed?: Write;
  /** The remaining requests, including the failed one. */
  readonly remaining: readonly Write[];
  /** Erased permissions that were not restored. Pass the report as `resume` to a run with a `userToken` to restore them. */
  readonly savedPermissions: readonly SavedPermissions[];
}

/** The progress of an apply. */
export type ApplyProgress =
  | {
      /** The permissions that will be erased were read. Store them until they are restored. */
      readonly kind: "saved";
      /** The permissions of all renamed commands. */
      readonly savedPermissions: readonly SavedPermissions[];
    }
  | {
      /** A request succeeded. */
      readonly kind: "written";
      /** The request. */
      readonly write: Write;
      /** The number of requests so far. */
      readonly done: number;
      /** The total number of requests. */
      readonly total: number;
    }
  | {
      /** The permissions of a command were restored. */
      readonly kind: "restored";
      /** The permissions of one command in one guild. */
      readonly savedPermissions: SavedPermissions;
    };

/** Options about losing permissions. */
export interface PermissionLoss {
  /**
   * Whether the permissions of renamed and restored commands may be lost if they cannot be restored. Otherwise fails with
   * `permission_loss` before anything is written. Default false.
   */
  readonly allowPermissionLoss?: boolean | undefined;
}

/** Options for applying a plan. */
export interface ApplyOptions extends CallOptions, PermissionLoss {
  /** Called with each step, and awaited before the next request. */
  readonly onProgress?: ((progress: ApplyProgress) => void | Promise<void>) | undefined;
  /** The `report` of an earlier failed run, whose permissions are restored too. */
  readonly resume?: ApplyReport | undefined;
}

/** Thrown if the live commands changed after planning. No request was sent. */
export class PlanOutdatedError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "PlanOutdatedError" });
  }
  /** A new plan for the current commands. */
  readonly plan: Plan;

  /**
   * Created by the library.
   *
   * @param plan - the plan for the current commands.
   */
  constructor(plan: Plan) {
    super({
      type: ErrorType.ValidationError,
      code: "plan_outdated",
      message: "The live commands changed after the plan was made, so no request was sent.",
      hint: "Review the new plan in this error, and apply it.",
      retryable: true,
    });
    this.plan = plan;
  }
}

/** Thrown if a plan was only partly applied. Its fields are those of `failure`. */
export class ApplyError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "ApplyError" });
  }
  /** The progress, to pass as `resume` to the next run. */
  readonly report: ApplyReport;
  /** The failure. An ApiError includes field errors. */
  readonly failure: ClientError;

  /**
   * Created by the library.
   *
   * @param failure - the error of the request that ended the run.
   * @param report - the progress of the run.
   */
  constructor(failure: ClientError, report: ApplyReport) {
    super(partialFailure(failure, report, "Applying the plan", "requests"));
    this.report = report;
    this.failure = failure;
  }
}

/** A changed value inside a command. */
export interface Change {
  /** The path in the desired command, or in the live one for a removed value: `options[2].description`. */
  readonly path: string;
  /** The live value, if any. For reordered options or choices, their names. */
  readonly from: unknown;
  /** The desired value, if any. */
  readonly to: unknown;
}
