import { isObject, wrongArgument } from "../check/readers.ts";
import { ClientError, type ClientErrorInit, ErrorType, isClientError, unlisted } from "../errors.ts";
import type { FieldPlace } from "./path.ts";

/** One problem in a request body. */
export interface FieldError extends FieldPlace {
  /** The service's word, for example `BASE_TYPE_BAD_LENGTH`; or the id of a rule, when nothing was sent. */
  readonly code: string;
  /** The service's sentence, or that of the rule. */
  readonly message: string;
}

/** A refusal by the service, with everything it said (Discord documentation, Reference, "Error Messages"). */
export class ApiError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "ApiError" });
  }
  /** Every problem of the request body; empty when the service named none. */
  readonly fieldErrors: readonly FieldError[];

  /** Takes the fields of {@link ClientErrorInit}, and the problems of the body. */
  constructor(
    init: ClientErrorInit & {
      /** Default: none. */
      readonly fieldErrors?: readonly FieldError[];
    },
  ) {
    super(init);
    this.fieldErrors = init.fieldErrors ?? [];
  }
}

/** How many problems stand in a message; all of them are in `fieldErrors`. */
const mostListed = 10;

/**
 * The error for input that breaks rules, before anything is sent.
 *
 * @param message - the operation that was refused, and why.
 * @param page - the page of the rules.
 * @param valueOf - shows the value of a problem, with a space behind it.
 */
export function brokenRules(
  code: "invalid_command" | "invalid_message",
  message: string,
  page: string,
  fieldErrors: readonly FieldError[],
  valueOf: (index: number) => string = () => "",
): ApiError {
  const lines = fieldErrors.slice(0, mostListed).map((error, index) => {
    return `\n  ${error.path || "the whole"}: ${valueOf(index)}${error.message} [${error.code}]`;
  });
  const more = fieldErrors.length - lines.length;
  return new ApiError({
    type: ErrorType.ValidationError,
    code,
    message: `${message}${lines.join("")}${more > 0 ? `\n  and ${more} more` : ""}`,
    hint: `Correct the fields named in fieldErrors. The rules: https://github.com/slashpass/slashpass/blob/main/docs/${page}`,
    fieldErrors,
  });
}

/**
 * What an error is made from that tells how far a work came until it failed.
 *
 * @param items - what the report counts: `requests`.
 * @throws ClientError `invalid_argument` for anything but an error of the library and a report.
 */
export function partialFailure(
  failure: ClientError,
  report: { readonly done: readonly unknown[]; readonly remaining: readonly unknown[] },
  work: string,
  items: string,
): ClientErrorInit {
  if (!isClientError(failure)) throw wrongArgument("failure", failure, "a ClientError");
  if (!isObject(report) || !Array.isArray(report.done) || !Array.isArray(report.remaining)) {
    throw wrongArgument("report", report, "a report with done and remaining");
  }
  const { type, code, hint, errorCode, status, retryable, retryAfter } = failure;
  const done = `${report.done.length} of ${report.done.length + report.remaining.length} ${items} were done`;
  const message = `${work} stopped, ${done}: ${failure.message}`;
  return { type, code, message, hint, errorCode, status, retryable, retryAfter };
}
