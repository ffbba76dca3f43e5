import { brokenRules } from "../../../core/request/api-error.ts";
import { formatPath } from "../../../core/request/path.ts";
import type { FieldProblem } from "../../../wire/error.ts";
import type { AnswerRules, MessageCheck } from "../outgoing.ts";
import { findDeprecated } from "./components.ts";
import { findInMessage } from "./messages.ts";
import { findInModal } from "./modals.ts";

/** The rules of one endpoint, which is told of a deprecation once. */
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

/** Checks a message by the rules of the service. */
export const checkMessage: MessageCheck = (body, place, operation) =>
  refuseMessage(findInMessage(body, place), operation);

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
  const why = `${operation} was not sent, because the service would refuse it.`;
  throw brokenRules("invalid_message", why, "request-rules.md", fieldErrors);
}
