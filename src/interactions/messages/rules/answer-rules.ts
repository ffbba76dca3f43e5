import { brokenRules } from "../../../core/request/api-error.ts";
import { formatPath } from "../../../core/request/path.ts";
import type { FieldProblem } from "../../../wire/error.ts";
import type { AnswerRules, MessageCheck } from "../outgoing.ts";
import { findDeprecated } from "./components.ts";
import { findInMessage } from "./messages.ts";
import { findInModal } from "./modals.ts";

/** Creates the rules of one endpoint, which reports each deprecation once. */
export function createAnswerRules(): AnswerRules {
  const told = new Set<string>();
  return {
    checkMessage,
    checkForm: (form) => refuseMessage(findInModal(form), "The form"),
    newlyDeprecated: (answer) => {
      const found = findDeprecated(answer).filter(({ message }) => !told.has(message) && told.add(message));
      return found.map(({ path, message }) => `${path.join(".")}: ${message}`);
    },
  };
}

export const checkMessage: MessageCheck = (body, place, operation) =>
  refuseMessage(findInMessage(body, place), operation);

/** @throws ApiError `invalid_message` (ValidationError) with all errors in `fieldErrors`, worded like the service's. */
export function refuseMessage(problems: readonly FieldProblem[], operation: string): void {
  if (problems.length === 0) return;
  const fieldErrors = problems.map(({ path, error: { code, message } }) => ({
    path: formatPath(path.map((step) => (/^\d+$/.test(step) ? Number(step) : step))),
    code,
    message,
  }));
  const why = `${operation} was not sent, because the service would refuse it.`;
  throw brokenRules("invalid_message", why, "emulator.md#request-rules", fieldErrors);
}
