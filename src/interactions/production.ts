// `slashpass/interactions` for where it is deployed: a bundle without the rules by which definitions and answers are checked as
// they are written. It is chosen by name, since an edge's development server has the same conditions of `exports`.
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
 * As `defineCommand` of `slashpass/interactions`, without the rules of commands: what they would refuse there is refused by
 * `sync`, before anything is sent. `warnings` is empty.
 *
 * @throws ClientError `invalid_argument` for a definition without a function `handle`.
 */
export const defineCommand = ((definition: AnyDefinition, options?: DefineOptions) =>
  makeCommand(definition, options, asGiven)) as typeof checked.defineCommand;

/**
 * As `entryPoint` of `slashpass/interactions`, without the rules of commands.
 *
 * @throws ClientError `invalid_argument` for a definition without a `handler`.
 */
export const entryPoint: typeof checked.entryPoint = (definition, options) =>
  makeEntryPoint(definition, options, asGiven);

/**
 * As `createInteractionHandler` of `slashpass/interactions`: it checks signatures, sizes and files in the same way, and answers
 * in the same time. A message or form that breaks the service's rules is not refused before it is sent: the service refuses it,
 * in an answer to the request without a word.
 *
 * @throws ClientError `invalid_public_key`, `invalid_limit`, `invalid_base_url`, `conflicting_versions` or `duplicate_definition`, before any request.
 */
export const createInteractionHandler: typeof checked.createInteractionHandler = (options) =>
  createHandler(options, noRules);
