import { ApiError } from "../core/request/api-error.ts";
import { type ClientError, isClientError } from "../core/errors.ts";
import { wrongArgument } from "../core/check/reader.ts";
import { isObject } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { LobbyMember, LobbyMemberUpdate } from "../wire/lobby.ts";

/** How far an update of a lobby's members came. */
export interface LobbyMembersReport {
  /** Ids of the users whose update the service has taken, in the order that was given. */
  readonly done: readonly Snowflake[];
  /** What the service has answered of them. */
  readonly members: readonly LobbyMember[];
  /**
   * What is left, in the order that was given: pass it to the next call. The first 25 may have had their effect when the
   * answer got lost; doing them again does no harm.
   */
  readonly remaining: readonly LobbyMemberUpdate[];
}

/** Members of a lobby were updated in part, or not at all. The fields are those of `failure`; `report` says how far it came. */
export class LobbyMembersError extends ApiError {
  static {
    Object.defineProperty(this.prototype, "name", {
      value: "LobbyMembersError",
      configurable: true,
      writable: true,
    });
  }
  readonly report: LobbyMembersReport;
  /** What the service or the network said. */
  readonly failure: ClientError;

  /** @throws ClientError `invalid_argument` for anything but an error of the library and a report. */
  constructor(failure: ClientError, report: LobbyMembersReport) {
    if (!isClientError(failure)) throw wrongArgument("failure", failure, "a ClientError");
    if (!isObject(report) || !Array.isArray(report.done) || !Array.isArray(report.remaining)) {
      throw wrongArgument("report", report, "a report with done and remaining");
    }
    const { type, code, hint, errorCode, status, retryable, retryAfter } = failure;
    const done = `${report.done.length} of ${report.done.length + report.remaining.length} members were done`;
    const message = `Updating the members of a lobby stopped, ${done}: ${failure.message}`;
    super({
      type,
      code,
      message,
      hint,
      errorCode,
      status,
      retryable,
      retryAfter,
      fieldErrors: placed(failure, report),
    });
    this.report = report;
    this.failure = failure;
  }
}

/** The problems of one request, at their places in the whole list. */
function placed(failure: ClientError, { done }: LobbyMembersReport) {
  if (!(failure instanceof ApiError)) return [];
  return failure.fieldErrors.map((error) => ({
    ...error,
    path: error.path.replace(/^\[(\d+)\]/, (_, index: string) => `[${Number(index) + done.length}]`),
  }));
}
