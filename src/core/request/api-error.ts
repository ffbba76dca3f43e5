import { isObject, wrongArgument } from "../check/readers.ts";
import { ClientError, type ClientErrorInit, ErrorType, isClientError, unlisted } from "../errors.ts";
import type { FieldLocation } from "./path.ts";

/** An error in one field of the request body. @stable */
export interface FieldError extends FieldLocation {
  /** The service's code, such as `BASE_TYPE_BAD_LENGTH`, or the id of the local rule that prevented the request. */
  readonly code: string;
  /** The message from the service or the local rule. */
  readonly message: string;
}

/** An error response from the service, with all its details (Discord documentation, Reference, "Error Messages"). @stable */
export class ApiError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "ApiError" });
  }
  /** All errors in the request body. Empty if the service did not list any. */
  readonly fieldErrors: readonly FieldError[];

  /** Creates an error from the fields of {@link ClientErrorInit} and from `fieldErrors`. */
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

/** How many field errors a message lists. `fieldErrors` contains all of them. */
const maxListed = 10;

/**
 * Formats the first ten errors, one per line.
 *
 * @param whole - Printed if the path is empty.
 * @param valueOf - Formats a field error's value, with a trailing space.
 */
export function listFieldErrors(
  fieldErrors: readonly FieldError[],
  whole: string,
  valueOf: (index: number) => string = () => "",
): string {
  const lines = fieldErrors.slice(0, maxListed).map(({ path, code, message }, index) => {
    return `\n  ${path || whole}: ${valueOf(index)}${message} [${code}]`;
  });
  const more = fieldErrors.length - lines.length;
  return lines.join("") + (more > 0 ? `\n  and ${more} more` : "");
}

/**
 * @param page - The documentation page that lists the rules.
 * @param valueOf - Formats a field error's value, with a trailing space.
 */
export function brokenRules(
  code: "invalid_command" | "invalid_message",
  message: string,
  page: string,
  fieldErrors: readonly FieldError[],
  valueOf?: (index: number) => string,
): ApiError {
  return new ApiError({
    type: ErrorType.ValidationError,
    code,
    message: message + listFieldErrors(fieldErrors, "the whole", valueOf),
    hint: `Correct the fields named in fieldErrors. The rules: https://github.com/slashpass/slashpass/blob/main/docs/${page}`,
    fieldErrors,
  });
}

/** Returns the fields for an error that reports partial completion. */
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
