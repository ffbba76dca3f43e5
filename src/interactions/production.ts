// A smaller `slashpass/interactions` for deployment, which does not validate definitions or answers. It is not selected by
// `exports` conditions, because edge development servers use the same conditions.
import type * as checked from "./checked.ts";
import {
  type AnyDefinition,
  type BodyCheck,
  type DefineOptions,
  makeCommand,
  makeEntryPoint,
} from "./define/define-command.ts";
import { createHandler } from "./handler.ts";
import type { AnswerRules } from "./messages/rules/messages.ts";

export * from "./both-entries.ts";

const asGiven: BodyCheck = (body) => ({ body, warnings: [] });

const noRules: AnswerRules = {
  checkMessage: () => undefined,
  checkForm: () => undefined,
  newlyDeprecated: () => [],
};

/**
 * Like `defineCommand` in `slashpass/interactions`, but does not validate the command. `sync` validates commands before they are
 * sent. `warnings` is empty.
 *
 * @stable
 * @throws ClientError `invalid_argument` if the definition has no `handle` function.
 */
export const defineCommand = ((definition: AnyDefinition, options?: DefineOptions) =>
  makeCommand(definition, options, asGiven)) as typeof checked.defineCommand;

/**
 * Like `entryPoint` in `slashpass/interactions`, but does not validate the command.
 *
 * @stable
 * @throws ClientError `invalid_argument` if the definition has no `handler`.
 */
export const entryPoint: typeof checked.entryPoint = (definition, options) =>
  makeEntryPoint(definition, options, asGiven);

/**
 * Like `createInteractionHandler` in `slashpass/interactions`, but does not validate messages or forms. Timeouts and the checks
 * of signatures, sizes and files are the same. The service rejects an invalid answer without an error message.
 *
 * @stable
 * @throws ClientError `invalid_public_key`, `invalid_limit`, `invalid_base_url`, `conflicting_versions` or
 *   `duplicate_definition`, before any request.
 */
export const createInteractionHandler: typeof checked.createInteractionHandler = (options) =>
  createHandler(options, noRules);
