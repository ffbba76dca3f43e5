import { object, oneOf, readable, callable, flag, optional } from "../../core/check/readers.ts";
import {
  CommandType,
  type EntryPointCommand,
  type ChatInputCommand,
  type ContextMenuCommand,
  EntryPointHandler,
  type GlobalCommand,
} from "../../wire/command.ts";
import { CommandInteraction } from "../answer/interaction.ts";
import { proveCommand } from "../../commands/rules/proven.ts";
import type { Finding } from "../../commands/rules/visit.ts";
import { validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import type { Choice } from "../../wire/command-option.ts";
import type { AutocompletePayload, CommandData, CommandPayload } from "../../wire/interaction.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { Delivery } from "../answer/delivery.ts";
import {
  type OptionDefinition,
  registeredOption,
  type ChatInputValues,
  readValues,
} from "./option-values.ts";
import {
  resolveMessageTarget,
  resolveUserTarget,
  type ResolvedUser,
  type HandlerResult,
} from "./define-component.ts";
import { suggestChoices } from "./suggest-choices.ts";

/** An entry point whose launches the application answers. */
export interface HandledEntryPoint extends Omit<EntryPointDefinition, "type" | "handler" | "handle"> {
  /** The application answers each launch (APP_HANDLER). */
  readonly handler: 1;
  /** Default: launches the Activity. */
  readonly handle?: EntryPointDefinition["handle"] | undefined;
}

/** An entry point whose launches the service answers by itself. */
export interface ServiceEntryPoint extends Omit<EntryPointCommand, "type" | "handler"> {
  /** The service launches the Activity by itself (DISCORD_LAUNCH_ACTIVITY). */
  readonly handler: 2;
  /** Never there: the application is not told of a launch. */
  readonly handle?: undefined;
}

/**
 * Defines the command that launches the application's Activity (Discord documentation, Application Commands, "Entry Point
 * Command Handler Types"). `registerEntryPoint` puts it in the place of the one the service made.
 *
 * @throws ClientError `invalid_command`.
 */
export function entryPoint(
  definition: HandledEntryPoint | ServiceEntryPoint,
  options?: DefineOptions,
): DefinedCommand<EntryPointCommand> {
  const { handler, handle = launch, ...others } = object<typeof definition>()(definition, "definition");
  oneOf([1, 2])(handler, "definition.handler");
  const wanted = { ...others, type: CommandType.PrimaryEntryPoint, handle } as const;
  const { body, ...command } = defineCommand(wanted, options);
  return { ...command, body: { ...body, handler } };
}

function launch(interaction: CommandInteraction): HandlerResult {
  return interaction.launchActivity();
}

/** A slash command and what happens when a player uses it. */
export interface ChatInputDefinition<Options extends readonly OptionDefinition[]> extends Omit<
  ChatInputCommand,
  "options"
> {
  /** At most 25, required ones first. */
  readonly options?: Options | undefined;
  /**
   * Answers the command: returns `interaction.reply(…)` or another answer, or a promise of one.
   *
   * @param values - typed from `options`.
   */
  readonly handle: (interaction: CommandInteraction, values: ChatInputValues<Options>) => HandlerResult;
}

/** A context menu command of users. */
export interface UserDefinition extends ContextMenuCommand {
  /** In the menu of a user. */
  readonly type: 2;
  /**
   * Answers the command: returns `interaction.reply(…)` or another answer, or a promise of one.
   *
   * @param target - the user it was used on.
   */
  readonly handle: (interaction: CommandInteraction, target: ResolvedUser) => HandlerResult;
}

/** A context menu command of messages. */
export interface MessageDefinition extends ContextMenuCommand {
  /** In the menu of a message. */
  readonly type: 3;
  /**
   * Answers the command: returns `interaction.reply(…)` or another answer, or a promise of one.
   *
   * @param target - the message it was used on.
   */
  readonly handle: (interaction: CommandInteraction, target: WireMessage) => HandlerResult;
}

/** The command that launches the Activity, answered by the application (APP_HANDLER). */
export interface EntryPointDefinition extends EntryPointCommand {
  /** The application answers each launch (APP_HANDLER). Default. */
  readonly handler?: 1 | undefined;
  /** Answers a launch, for example by `interaction.launchActivity()`. */
  readonly handle: (interaction: CommandInteraction) => HandlerResult;
}

/** A command together with its handler: made by `defineCommand` and `entryPoint`. */
export interface DefinedCommand<Body extends GlobalCommand = GlobalCommand> {
  /** The command as it is registered: pass it to `CommandsClient`. */
  readonly body: Body;
  /** The warnings of the rules; a plan of the command has them too. */
  readonly warnings: readonly Finding[];
  /** @internal Runs the handler. */
  readonly run: (payload: CommandPayload, delivery: Delivery) => HandlerResult;
  /** @internal Answers an autocomplete interaction. */
  readonly suggest: (payload: AutocompletePayload) => Promise<readonly Choice[]>;
}

/** How a definition is checked. */
export interface DefineOptions {
  /** Whether fields unknown to this library are only a warning: for fields that the service has added since. Default false. */
  readonly allowUnknownFields?: boolean | undefined;
}

const readOptions = fields<DefineOptions>({ allowUnknownFields: optional(flag) });

/**
 * Defines the command that launches the Activity, and its answer: as `entryPoint` with the handler 1.
 *
 * @throws ClientError `invalid_command` for one the service would refuse.
 */
export function defineCommand(
  definition: EntryPointDefinition,
  options?: DefineOptions,
): DefinedCommand<EntryPointCommand>;

/**
 * Defines a command in the menu of users: `handle` gets the user that it was used on.
 *
 * @throws ClientError `invalid_command` for one the service would refuse.
 */
export function defineCommand(
  definition: UserDefinition,
  options?: DefineOptions,
): DefinedCommand<ContextMenuCommand>;

/**
 * Defines a command in the menu of messages: `handle` gets the message that it was used on.
 *
 * @throws ClientError `invalid_command` for one the service would refuse.
 */
export function defineCommand(
  definition: MessageDefinition,
  options?: DefineOptions,
): DefinedCommand<ContextMenuCommand>;

/**
 * Defines a slash command once, for registration, validation and handling. Names in payloads are always the default ones, so
 * localizations never matter to the handler (Discord documentation, Application Commands, "Localization").
 *
 * @throws ClientError `invalid_command` for one the service would refuse.
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

export function defineCommand(given: AnyDefinition, checking: DefineOptions = {}): DefinedCommand {
  const { allowUnknownFields } = readOptions(checking, "options");
  const definition = object<AnyDefinition>()(given, "definition");
  callable()(definition.handle, "definition.handle");
  const options = "options" in definition ? (definition.options ?? []) : [];
  // The rules look at the type first: it may be anything until then.
  const { body, warnings } = readable("definition", () =>
    registeredBody(definition, options, allowUnknownFields),
  );
  const read = readers[definition.type ?? CommandType.ChatInput];
  return {
    body,
    warnings,
    run: (payload, delivery) => {
      const interaction = new CommandInteraction(payload, delivery);
      return definition.handle(interaction, read(payload.data, options) as never);
    },
    suggest: (payload) => suggestChoices(options, payload),
  };
}

type AnyDefinition =
  | EntryPointDefinition
  | UserDefinition
  | MessageDefinition
  | ChatInputDefinition<readonly OptionDefinition[]>;

/** The second argument of each type's handler. */
const readers: Readonly<
  Record<CommandType, (data: CommandData, options: readonly OptionDefinition[]) => unknown>
> = {
  [CommandType.ChatInput]: (data, options) => readValues(options, data),
  [CommandType.User]: resolveUserTarget,
  [CommandType.Message]: resolveMessageTarget,
  [CommandType.PrimaryEntryPoint]: () => undefined,
};

function registeredBody(
  definition: AnyDefinition,
  options: readonly OptionDefinition[],
  allowUnknownFields: boolean | undefined,
): Pick<DefinedCommand, "body" | "warnings"> {
  const { handle: _handle, ...rest } = definition;
  const body = {
    ...rest,
    ...(Array.isArray(options) && options.length > 0 && { options: options.map(registeredOption) }),
    ...(definition.type === CommandType.PrimaryEntryPoint && { handler: EntryPointHandler.AppHandler }),
  } as GlobalCommand;
  const { findings, proven } = proveCommand(body, { scope: "global", allowUnknownFields });
  if (proven) return { body: proven, warnings: findings };
  const errors = findings.filter(({ severity }) => severity === "error");
  const list = errors.map(({ path, message, fix }) => `\n  ${path}: ${message} ${fix}`).join("");
  throw validationError("invalid_command", `The command ${labelOf(body.name)} breaks rules:${list}`);
}

/** A name may be anything where a definition is wrong. */
function labelOf(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(name.slice(0, 40)) : "without a name";
}
