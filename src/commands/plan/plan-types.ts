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
 * A command as it should be. What it leaves out has its default, but `integration_types`, `handler` and the description
 * of an entry point stay as they are.
 * To rename one and keep its id, give the `id`, or the name it had as `renamedFrom`.
 */
export type DesiredCommand<C extends GlobalCommand = GlobalCommand> = BulkItem<C> & {
  readonly renamedFrom?: string | undefined;
};

/** What a plan does only when told so by name. */
export type Permit = "delete-entry-point" | "empty-scope";

/** How a plan is made. */
export interface PlanOptions {
  readonly scope: "global" | "guild";
  /** The guild of a guild's scope: the plan is then good for no other. */
  readonly guildId?: Snowflake | undefined;
  /** What is never done by accident. Default none. */
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
  /** Whether a field that is not known here is sent, with a warning: for what the service has added since. Default false. */
  readonly allowUnknownFields?: boolean | undefined;
  /** Whose word counts where the service and the interface document differ. Default `live`. */
  readonly profile?: Profile | undefined;
}

/** What tells a global command from the others. */
export interface GlobalName {
  /** Default 1, a slash command. */
  readonly type?: CommandType | undefined;
  readonly name: string;
}

/** A live command that a plan speaks of. */
export interface Named {
  readonly id: Snowflake;
  readonly type: CommandType;
  readonly name: string;
}

/** A live command that changes; with another name when `renamedTo` is there. */
export interface PlannedEdit extends Named {
  readonly renamedTo?: string;
  /** Value by value. */
  readonly changes: readonly Change[];
  /** The body of the request. */
  readonly edit: CommandFields;
}

/** One request that changes something. */
export type Write =
  | { readonly kind: "delete"; readonly command: Named }
  | { readonly kind: "edit"; readonly command: PlannedEdit }
  | { readonly kind: "create"; readonly command: CommandFields }
  | { readonly kind: "overwrite"; readonly commands: readonly CommandFields[] };

/** Permissions of a renamed or restored command that the service has erased, or will erase. */
export interface SavedPermissions {
  readonly guildId: Snowflake;
  readonly commandId: Snowflake;
  readonly permissions: readonly PermissionOverwrite[];
}

/** What the player or the developer may not expect. */
export interface PlanWarning {
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
  readonly message: string;
  readonly finding?: Finding;
  readonly savedPermissions?: readonly SavedPermissions[];
}

/**
 * What brings a scope from its live commands to the desired ones. Plain data, which can be stored; `String(plan)` is its
 * text, and `formatPlan` shows also one that was stored.
 */
export interface Plan {
  readonly scope: "global" | "guild";
  readonly creates: readonly CommandFields[];
  readonly edits: readonly PlannedEdit[];
  readonly deletes: readonly Named[];
  readonly unchanged: readonly Named[];
  /** Live commands that are not desired and stay: the entry point, unless told otherwise, and those of unknown types. */
  readonly kept: readonly Named[];
  /** The requests, in their order. */
  readonly writes: readonly Write[];
  readonly cost: {
    /** How many requests change something. */
    readonly requests: number;
    /** How many commands are created, of 200 a day. */
    readonly creates: number;
  };
  readonly warnings: readonly PlanWarning[];
  /** What the plan was made for, to notice a change before the first write. */
  readonly basis: {
    readonly desired: readonly DesiredCommand[];
    readonly versions: Readonly<Record<Snowflake, Snowflake>>;
    readonly options: PlanOptions;
  };
  /** What `formatPlan` gives. A plan that was stored and read again has lost it. */
  toString(): string;
}

/** What a plan changes, before it is known with which requests. */
export type Outline = Pick<Plan, "creates" | "edits" | "deletes" | "unchanged" | "kept">;

/** The command as it is sent: `renamedFrom` is ours. */
export function withoutOrigin(command: DesiredCommand): CommandFields {
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
  readonly done: readonly Write[];
  /** The request that failed; it may have had its effect when the answer got lost. */
  readonly failed?: Write;
  readonly remaining: readonly Write[];
  /**
   * Permissions that were erased and are not written back: what failed, and without a `userToken` all that was lost. Pass the report
   * as `resume` to a run with a `userToken`: it writes these back too.
   */
  readonly savedPermissions: readonly SavedPermissions[];
}

/** What happens while a plan is carried out. */
export type ApplyProgress =
  | { readonly kind: "saved"; readonly savedPermissions: readonly SavedPermissions[] }
  | { readonly kind: "written"; readonly write: Write; readonly done: number; readonly total: number }
  | { readonly kind: "restored"; readonly savedPermissions: SavedPermissions };

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
  /** Awaited before the next request: what it notes is noted before it is needed. */
  readonly onProgress?: ((progress: ApplyProgress) => void | Promise<void>) | undefined;
  /** What an earlier, failed run reported. */
  readonly resume?: ApplyReport | undefined;
}

/** The live commands changed after the plan was made; nothing was sent. */
export class PlanOutdatedError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "PlanOutdatedError" });
  }
  /** The plan for the commands as they are now. */
  readonly plan: Plan;

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
  readonly report: ApplyReport;
  /** What the service or the network said; an ApiError has its field errors. */
  readonly failure: ClientError;

  constructor(failure: ClientError, report: ApplyReport) {
    super(partialFailure(failure, report, "Applying the plan", "requests"));
    this.report = report;
    this.failure = failure;
  }
}

/** One changed value inside a command. */
export interface Change {
  /** Where, in the desired command: `options[2].description`. What goes away has its place in the live one. */
  readonly path: string;
  /** The live value; undefined when it is new. For options or choices that change their order: their names. */
  readonly from: unknown;
  /** The desired value; undefined when it goes away. */
  readonly to: unknown;
}
