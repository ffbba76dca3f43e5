import { ApiError } from "../../core/request/api-error.ts";
import { formatPath } from "../../core/request/path.ts";
import { ErrorType } from "../../core/errors.ts";
import type { FieldProblem } from "../../wire/error.ts";

/** Problems in a message of an error; all of them are in `fieldErrors`. */
const mostListed = 10;

/**
 * Stops a call whose message or form the service would refuse, before anything is sent.
 *
 * @throws ApiError `invalid_message` (ValidationError) with every problem in `fieldErrors`, in the service's words.
 */
export function refuseMessage(problems: readonly FieldProblem[], operation: string): void {
  if (problems.length === 0) return;
  const fieldErrors = problems.map(({ path, error: { code, message } }) => ({
    path: formatPath(path.map((step) => (/^\d+$/.test(step) ? Number(step) : step))),
    code,
    message,
  }));
  const lines = fieldErrors
    .slice(0, mostListed)
    .map(({ path, code, message }) => `\n  ${path || "the whole"}: ${message} [${code}]`);
  const more = fieldErrors.length - lines.length;
  throw new ApiError({
    type: ErrorType.ValidationError,
    code: "invalid_message",
    message: `${operation} was not sent, because the service would refuse it.${lines.join("")}${more > 0 ? `\n  and ${more} more` : ""}`,
    hint: "Correct the fields named in fieldErrors. The rules: https://github.com/slashpass/slashpass/blob/main/docs/request-rules.md",
    fieldErrors,
  });
}
