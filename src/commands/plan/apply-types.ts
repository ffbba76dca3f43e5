import { ClientError, ErrorType, isClientError } from "../../core/errors.ts";
import { wrongArgument } from "../../core/check/reader.ts";
import { isObject } from "../../core/check/readers.ts";
import type { CallOptions } from "../../core/request/call-options.ts";
import type { Plan, SavedPermissions, Write } from "./plan-types.ts";

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
