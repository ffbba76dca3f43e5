// Creates commands and handlers whose definitions and answers are validated against the service's rules.
import { proveCommand } from "../commands/rules/proven.ts";
import { cut, validationError } from "../core/errors.ts";
import type { ChatInputCommand, ContextMenuCommand, EntryPointCommand } from "../wire/command.ts";
import {
  type AnyDefinition,
  type BodyCheck,
  type ChatInputDefinition,
  type DefinedCommand,
  type DefineOptions,
  type EntryPointDefinition,
  type HandledEntryPoint,
  makeCommand,
  makeEntryPoint,
  type MessageDefinition,
  type ServiceEntryPoint,
  type UserDefinition,
} from "./define/define-command.ts";
import type { OptionDefinition } from "./define/option-values.ts";
import { foreignHandlerOptions } from "../core/check/fields.ts";
import { createHandler, type InteractionHandler, type InteractionHandlerOptions } from "./handler.ts";
import { createAnswerRules } from "./messages/rules/messages.ts";

/**
 * Defines the command that launches the Activity, and its handler. Equivalent to `entryPoint` with `handler: 1`.
 *
 * @stable
 * @throws ClientError `invalid_command` for a command that the service would reject.
 */
export function defineCommand(
  definition: EntryPointDefinition,
  options?: DefineOptions,
): DefinedCommand<EntryPointCommand>;

/**
 * Defines a context menu command for users. `handle` receives the selected user.
 *
 * @throws ClientError `invalid_command` for a command that the service would reject.
 */
export function defineCommand(
  definition: UserDefinition,
  options?: DefineOptions,
): DefinedCommand<ContextMenuCommand>;

/**
 * Defines a context menu command for messages. `handle` receives the selected message.
 *
 * @throws ClientError `invalid_command` for a command that the service would reject.
 */
export function defineCommand(
  definition: MessageDefinition,
  options?: DefineOptions,
): DefinedCommand<ContextMenuCommand>;

/**
 * Defines a slash command for registration, validation and handling. Payloads always contain the default names, so handlers do
 * not need localized names (Discord documentation, Application Commands, "Localization").
 *
 * @throws ClientError `invalid_command` for a command that the service would reject.
 *
 * @example
 * ```ts
 * import { defineCommand } from "slashpass/interactions";
 *
 * export const roll = defineCommand({
 *   name: "roll",
 *   description: "Rolls a die",
 *   options: [{ type: 4, name: "sides", description: "How many", min_value: 2, max_value: 100 }],
 *   handle: (interaction, { sides = 6 }) => {
 *     const rolled = 1 + Math.floor(Math.random() * sides);
 *     return interaction.reply({ content: `You rolled ${rolled} of ${sides}.` });
 *   },
 * });
 * ```
 */
export function defineCommand<const Options extends readonly OptionDefinition[]>(
  definition: ChatInputDefinition<Options>,
  options?: DefineOptions,
): DefinedCommand<ChatInputCommand>;

export function defineCommand(given: AnyDefinition, options?: DefineOptions): DefinedCommand {
  return makeCommand(given, options, checkBody);
}

/**
 * Defines the command that launches the application's Activity (Discord documentation, Application Commands, "Entry Point Command
 * Handler Types"). To replace the entry point that the service created, use `registerEntryPoint`.
 *
 * @stable
 * @throws ClientError `invalid_command`.
 */
export function entryPoint(
  definition: HandledEntryPoint | ServiceEntryPoint,
  options?: DefineOptions,
): DefinedCommand<EntryPointCommand> {
  return makeEntryPoint(definition, options, checkBody);
}

const checkBody: BodyCheck = (body, { allowUnknownFields }) => {
  const { findings, proven } = proveCommand(body, { scope: "global", allowUnknownFields });
  if (proven) return { body: proven, warnings: findings };
  const errors = findings.filter(({ severity }) => severity === "error");
  const list = errors.map(({ path, message, fix }) => `\n  ${path}: ${message} ${fix}`).join("");
  throw validationError("invalid_command", `The command ${labelOf(body.name)} is invalid:${list}`);
};

/** In an invalid definition, the name can have any type. */
function labelOf(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(cut(name, 40)) : "without a name";
}

/**
 * Creates the application's interactions endpoint as a web-standard `(Request) => Promise<Response>`. The endpoint verifies the
 * signature over the raw body, answers PING requests, and dispatches interactions to their handlers.
 *
 * If a handler takes longer than 1.5 seconds, the answer is deferred, and the handler has 15 minutes to return a value. If a
 * handler throws, the player gets an error message. The endpoint itself never throws, whatever a request contains.
 *
 * | Request | Status |
 * |---|---|
 * | signature or timestamp missing, malformed, wrong, or too old | 401 |
 * | wrong method; slow body; body too large; signed, but not an interaction | 405; 408; 413; 400 |
 * | received before, if `seen` is set | 409 |
 * | any interaction | 200, or 202 if the answer was sent to the callback endpoint |
 *
 * @stable
 * @throws ClientError `invalid_public_key`, `invalid_limit`, `invalid_base_url`, `conflicting_versions` or
 *   `duplicate_definition`, before any request.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createInteractionHandler, createNodeListener, defineCommand } from "slashpass/interactions";
 *
 * const hello = defineCommand({
 *   name: "hello",
 *   description: "Says hello",
 *   handle: (interaction) => interaction.reply({ content: `Hello, ${interaction.user.username}.` }),
 * });
 * // The public key is in the developer portal, General Information.
 * const handler = createInteractionHandler({ publicKey: process.env.PUBLIC_KEY ?? "", commands: [hello] });
 * createServer(createNodeListener(handler)).listen(3000);
 * ```
 */
export function createInteractionHandler(options: InteractionHandlerOptions): InteractionHandler {
  return createHandler(options, createAnswerRules(), foreignHandlerOptions);
}
