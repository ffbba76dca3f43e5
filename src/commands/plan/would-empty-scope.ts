import { type ClientError, validationError } from "../../core/errors.ts";

/** Nobody empties a scope by accident. */
export function wouldEmptyScope(what: string): ClientError {
  return validationError(
    "would_empty_scope",
    `${what} deletes every command of the scope.`,
    'If you want that, pass allow: ["empty-scope"] to plan, sync or overwrite.',
  );
}
