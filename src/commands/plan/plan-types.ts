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
 * The desired state of a command. Absent fields have their defaults, but `integration_types`, `handler` and the description of an
 * entry point stay as they are.
 * To rename one and keep its id, give the `id`, or the name it had as `renamedFrom`.
 */
export type DesiredCommand<C extends GlobalCommand = GlobalCommand> = BulkItem<C> & {
  /**
   * Name of the live command that this one continues, with its id and permissions. Default: the command is found by its name.
   */
  readonly renamedFrom?: string | undefined;
};

/** The steps that a plan takes only with a permit. */
export type Permit = "delete-entry-point" | "empty-scope";

/** How a plan is made. */
export interface PlanOptions {
  /** Whether the commands are global, or those of one guild. */
  readonly scope: "global" | "guild";
  /** The guild of a guild's scope: the plan is then good for no other. */
  readonly guildId?: Snowflake | undefined;
  /** The steps that need an explicit permit: `delete-entry-point`, `empty-scope`. Default none. */
  readonly allow?: readonly Permit[] | undefined;
  /** The installation contexts the application supports, which are the default of `integration_types`. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
  /** For a guild's scope: the live global commands, so that one of the guild's that doubles one of them is told. */
  readonly globalCommands?: readonly GlobalName[] | undefined;
  /**
   * For the global scope: the guilds in which the permissions of renamed commands are kept. Default: the bot's guilds, where
   * the client has a `botToken`. In the others they are erased unseen.
   */
  readonly guildIds?: readonly Snowflake[] | undefined;
  /**
   * Whether fields unknown to this library are sent, with a warning: for fields that the service has added since. Default false.
   */
  readonly allowUnknownFields?: boolean | undefined;
  /** Whose word counts where the service and its documentation differ. Default `live`. */
  readonly profile?: Profile | undefined;
}

/** The fields that identify a global command. */
export interface GlobalName {
  /** Default 1, a slash command. */
  readonly type?: CommandType | undefined;
  /** Name of the command, without its localizations. */
  readonly name: string;
}

/** A live command that a plan speaks of. */
export interface Named {
  /** Id of the live command. */
  readonly id: Snowflake;
  /** Slash command, context menu command or entry point: {@link CommandType}. */
  readonly type: CommandType;
  /** Its live name. */
  readonly name: string;
}

/** A live command that changes; with another name when `renamedTo` is there. */
export interface PlannedEdit extends Named {
  /** The new name. Absent where the name stays. */
  readonly renamedTo?: string;
  /** Each changed value, with the old and the new one. */
  readonly changes: readonly Change[];
  /** The body of the request. */
  readonly edit: CommandFields;
}

/** One request that changes something. */
export type Write =
  | {
      /** A live command is deleted, with its permissions. */
      readonly kind: "delete";
      /** The command that goes away. */
      readonly command: Named;
    }
  | {
      /** Fields of a live command are replaced. */
      readonly kind: "edit";
      /** The command, with its changes. */
      readonly command: PlannedEdit;
    }
  | {
      /** A command is added. */
      readonly kind: "create";
      /** The command, as it is sent. */
      readonly command: CommandFields;
    }
  | {
      /** All commands of the scope are replaced at once. */
      readonly kind: "overwrite";
      /** All commands that the scope has afterwards. */
      readonly commands: readonly CommandFields[];
    };

/** Permissions of a renamed or restored command that the service has erased, or will erase. */
export interface SavedPermissions {
  /** The guild in which the permissions were. */
  readonly guildId: Snowflake;
  /** The command that had them. */
  readonly commandId: Snowflake;
  /** The overwrites: at most 100 of a command. */
  readonly permissions: readonly PermissionOverwrite[];
}

/** An effect that the player or the developer may not expect. */
export interface PlanWarning {
  /** Stable word for the kind of warning. */
  readonly code:
    /** A rule about a command warns: `finding` has it. */
    | "rule"
    | "permissions-erased"
    /** Erased, and written back: `savedPermissions` has them. */
    | "permissions-restored"
    /** Erased, and not written back: `savedPermissions` has them. */
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
  /** The rule and the place, with the code `rule`. */
  readonly finding?: Finding;
  /** The permissions, with the codes `permissions-restored` and `permissions-lost`. */
  readonly savedPermissions?: readonly SavedPermissions[];
}

/**
 * The changes that bring a scope from its live commands to the desired ones. Plain data, which can be stored; `String(plan)` is
 * its text, and `formatPlan` also shows a stored plan.
 */
export interface Plan {
  /** Whether the plan is for the global commands, or for those of one guild. */
  readonly scope: "global" | "guild";
  /** Commands that are new, as they are sent. */
  readonly creates: readonly CommandFields[];
  /** Live commands that change, with each change. */
  readonly edits: readonly PlannedEdit[];
  /** Live commands that go away, with their permissions. */
  readonly deletes: readonly Named[];
  /** Live commands that are already as desired. */
  readonly unchanged: readonly Named[];
  /** Live commands that are not desired and stay: the entry point, unless told otherwise, and those of unknown types. */
  readonly kept: readonly Named[];
  /** The requests, in their order. */
  readonly writes: readonly Write[];
  /**
   * Requests of the plan, and its share of the 200 creates a day (Discord documentation, Application Commands, "Registering a
   * Command").
   */
  readonly cost: {
    /** How many requests change something. */
    readonly requests: number;
    /** How many commands are created, of 200 a day. */
    readonly creates: number;
  };
  /** Effects that a reader of the plan may not expect, such as lost permissions. */
  readonly warnings: readonly PlanWarning[];
  /** The state that the plan was made for, to notice a change before the first write. */
  readonly basis: {
    /** The commands that the plan brings about. */
    readonly desired: readonly DesiredCommand[];
    /** The `version` of each live command, by its id. */
    readonly versions: Readonly<Record<Snowflake, Snowflake>>;
    /** The options that the plan was made with. */
    readonly options: PlanOptions;
  };
  /** The result of `formatPlan`. A plan that was stored and read again has lost this method. */
  toString(): string;
}

/** The changes of a plan, before their requests are known. */
export type Outline = Pick<Plan, "creates" | "edits" | "deletes" | "unchanged" | "kept">;

/** The command as it is sent: `renamedFrom` is ours. */
export function withoutOrigin(command: DesiredCommand): CommandFields {
  // Most have none, and there are hundreds of guilds with a hundred commands each.
  if (!("renamedFrom" in command)) return command as object as CommandFields;
  const { renamedFrom: _, ...fields } = command;
  return passOn(command, fields);
}

/** The commands that get another name by a list of a bulk overwrite. */
export function renamesIn(items: readonly object[], live: readonly Command[]): PlannedEdit[] {
  return items.flatMap((item) => {
    const { id: itemId, name: renamedTo } = item as Partial<Named>;
    const found = live.find((command) => command.id === itemId);
    if (!found || renamedTo === undefined || renamedTo === found.name) return [];
    const { id, name, type = 1 } = found;
    return [{ id, type, name, renamedTo, changes: [], edit: { ...item } }];
  });
}

/** Live commands by their id and version. */
export function versionsOf(live: readonly Command[]): Record<Snowflake, Snowflake> {
  return Object.fromEntries(live.map(({ id, version }) => [id, version]));
}

/** How far a plan was carried out. Plain data: the next run can go on from it. */
export interface ApplyReport {
  /** Requests that were answered with success, in their order. */
  readonly done: readonly Write[];
  /** The request that failed; it may have had its effect when the answer got lost. */
  readonly failed?: Write;
  /** Requests that are still to do, the failed one among them. */
  readonly remaining: readonly Write[];
  /**
   * Permissions that were erased and are not written back: what failed, and without a `userToken` all that was lost. Pass the report
   * as `resume` to a run with a `userToken`: it writes these back too.
   */
  readonly savedPermissions: readonly SavedPermissions[];
}

/** The progress of a plan while it is carried out. */
export type ApplyProgress =
  | {
      /** The permissions were read that the next requests erase: keep them until they are back. */
      readonly kind: "saved";
      /** Of all commands that the plan renames. */
      readonly savedPermissions: readonly SavedPermissions[];
    }
  | {
      /** A request was answered with success. */
      readonly kind: "written";
      /** The request. */
      readonly write: Write;
      /** Requests so far, this one included. */
      readonly done: number;
      /** Requests of the whole plan. */
      readonly total: number;
    }
  | {
      /** The permissions of a command were written back. */
      readonly kind: "restored";
      /** Of that command, in one guild. */
      readonly savedPermissions: SavedPermissions;
    };

/** Whether permissions may be lost. */
export interface PermissionLoss {
  /**
   * Whether the permissions of renamed and restored commands may be lost where they cannot be written back. Without it such a change
   * is refused with `permission_loss`, before anything is written. Default false.
   */
  readonly allowPermissionLoss?: boolean | undefined;
}

/** How a plan is carried out. */
export interface ApplyOptions extends CallOptions, PermissionLoss {
  /** Called with each step, and awaited before the next request: its notes are complete before they are needed. */
  readonly onProgress?: ((progress: ApplyProgress) => void | Promise<void>) | undefined;
  /** The `report` of an earlier run that failed: this one writes back the permissions that it saved. */
  readonly resume?: ApplyReport | undefined;
}

/** The live commands changed after the plan was made; nothing was sent. */
export class PlanOutdatedError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "PlanOutdatedError" });
  }
  /** The plan for the commands as they are now. */
  readonly plan: Plan;

  /**
   * Made by the library.
   *
   * @param plan - for the commands as they are now.
   */
  constructor(plan: Plan) {
    super({
      type: ErrorType.ValidationError,
      code: "plan_outdated",
      message: "The live commands changed after the plan was made; nothing was sent.",
      hint: "Check the new plan in this error, and apply it.",
      retryable: true,
    });
    this.plan = plan;
  }
}

/** A plan was carried out in part. The fields are those of `failure`; `report` says how far it came. */
export class ApplyError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "ApplyError" });
  }
  /** How far the run came: pass it as `resume` to the next one. */
  readonly report: ApplyReport;
  /** The failure of the service or the network; an ApiError has its field errors. */
  readonly failure: ClientError;

  /**
   * Made by the library.
   *
   * @param failure - of the request that ended the run.
   * @param report - how far the run came.
   */
  constructor(failure: ClientError, report: ApplyReport) {
    super(partialFailure(failure, report, "Applying the plan", "requests"));
    this.report = report;
    this.failure = failure;
  }
}

/** One changed value inside a command. */
export interface Change {
  /** The place in the desired command: `options[2].description`. A removed value has its place in the live one. */
  readonly path: string;
  /** The live value; undefined when it is new. For options or choices that change their order: their names. */
  readonly from: unknown;
  /** The desired value; undefined when it goes away. */
  readonly to: unknown;
}
