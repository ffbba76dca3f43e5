// A smaller `slashpass/interactions` for deployment, without validation of definitions and answers. Not selected by `exports`
// conditions, because edge development servers use the same ones.
import type * as checked from "./checked.ts";
import {
  type AnyDefinition,
  type BodyCheck,
  type DefineOptions,
  makeCommand,
  makeEntryPoint,
} from "./define/define-command.ts";
import { createHandler } from "./handler.ts";
import type { AnswerRules } from "./messages/outgoing.ts";

export * from "./both-entries.ts";

const asGiven: BodyCheck = (body) => ({ body, warnings: [] });

const noRules: AnswerRules = {
  checkMessage: () => undefined,
  checkForm: () => undefined,
  newlyDeprecated: () => [],
};

/**
 * Like `defineCommand` of `slashpass/interactions`, but without command validation. `sync` validates the commands before they are
 * sent. `warnings` is empty.
 *
 * @throws ClientError `invalid_argument` for a definition without a function `handle`.
 */
export const defineCommand = ((definition: AnyDefinition, options?: DefineOptions) =>
  makeCommand(definition, options, asGiven)) as typeof checked.defineCommand;

/**
 * Like `entryPoint` of `slashpass/interactions`, but without command validation.
 *
 * @throws ClientError `invalid_argument` for a definition without a `handler`.
 */
export const entryPoint: typeof checked.entryPoint = (definition, options) =>
  makeEntryPoint(definition, options, asGiven);

/**
 * Like `createInteractionHandler` of `slashpass/interactions`, with the same timeouts and checks of signatures, sizes and files,
 * but without validation of messages and forms. The service rejects an invalid answer without an error message.
 *
 * @throws ClientError `invalid_public_key`, `invalid_limit`, `invalid_base_url`, `conflicting_versions` or
 *   `duplicate_definition`, before any request.
 */
export const createInteractionHandler: typeof checked.createInteractionHandler = (options) =>
  createHandler(options, noRules);
