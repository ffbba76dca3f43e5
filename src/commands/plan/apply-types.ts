import { ClientError, ErrorType, isClientError } from "../../errors.ts";
import { wrongArgument } from "../../input/reader.ts";
import { isObject } from "../../input/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../snowflake.ts";
import type { PermissionOverwrite } from "../../wire/command-permission.ts";
import type { CallOptions } from "../../api/call-options.ts";
import type { Plan, Write } from "./plan-types.ts";

/** Permissions of a renamed command, which the service erased and which are still to be restored. */
export interface SavedPermissions {
  readonly guildId: Snowflake;
  readonly commandId: Snowflake;
  readonly permissions: readonly PermissionOverwrite[];
}

/** How far a plan was carried out. Plain data: the next run can go on from it. */
export interface ApplyReport {
  readonly done: readonly Write[];
  /** The request that failed; it may have had its effect when the answer got lost. */
  readonly failed?: Write;
  readonly remaining: readonly Write[];
  /** Pass the report as `resume` to the next run: it restores these too. */
  readonly savedPermissions: readonly SavedPermissions[];
}

/** What happens while a plan is carried out. */
export type ApplyProgress =
  | { readonly kind: "saved"; readonly savedPermissions: readonly SavedPermissions[] }
  | { readonly kind: "written"; readonly write: Write; readonly done: number; readonly total: number }
  | { readonly kind: "restored"; readonly savedPermissions: SavedPermissions };

/** How a plan is carried out. */
export interface ApplyOptions extends CallOptions {
  /** Awaited before the next request: what it notes is noted before it is needed. */
  readonly onProgress?: ((progress: ApplyProgress) => void | Promise<void>) | undefined;
  /** What an earlier, failed run reported. */
  readonly resume?: ApplyReport | undefined;
  /** For global commands: the guilds whose permissions of renamed commands are restored. Default none. */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
}

/** {@link ApplyOptions} as they were read. */
export interface CheckedApplyOptions extends Omit<ApplyOptions, "guildIds"> {
  readonly guildIds?: readonly Snowflake[] | undefined;
}

/** The live commands changed after the plan was made; nothing was sent. */
export class PlanOutdatedError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", {
      value: "PlanOutdatedError",
      configurable: true,
      writable: true,
    });
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
    Object.defineProperty(this.prototype, "name", {
      value: "ApplyError",
      configurable: true,
      writable: true,
    });
  }
  readonly report: ApplyReport;
  /** What the service or the network said; an ApiError has its field errors. */
  readonly failure: ClientError;

  constructor(failure: ClientError, report: ApplyReport) {
    if (!isClientError(failure)) throw wrongArgument("failure", failure, "a ClientError");
    if (!isObject(report) || !Array.isArray(report.done) || !Array.isArray(report.remaining)) {
      throw wrongArgument("report", report, "a report with done and remaining");
    }
    const { type, code, hint, errorCode, status, retryable, retryAfter } = failure;
    const written = `${report.done.length} of ${report.done.length + report.remaining.length} requests were done`;
    const message = `Applying the plan stopped, ${written}: ${failure.message}`;
    super({ type, code, message, hint, errorCode, status, retryable, retryAfter });
    this.report = report;
    this.failure = failure;
  }
}
