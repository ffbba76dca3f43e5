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
import type { Finding } from "../../commands/rules/visit.ts";
import { fields } from "../../core/check/fields.ts";
import { loadOnce } from "../../core/lazy.ts";
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

/** An entry point that the application handles. @stable */
export interface HandledEntryPoint extends Omit<EntryPointDefinition, "type" | "handler" | "handle"> {
  /** The application answers every launch (APP_HANDLER). */
  readonly handler: 1;
  /** Answers a launch. Default: launches the Activity. */
  readonly handle?: EntryPointDefinition["handle"] | undefined;
}

/** An entry point that the service handles. @stable */
export interface ServiceEntryPoint extends Omit<EntryPointCommand, "type" | "handler"> {
  /** The service launches the Activity itself (DISCORD_LAUNCH_ACTIVITY). */
  readonly handler: 2;
  /** Always absent, because the service does not notify the application of launches. */
  readonly handle?: undefined;
}

/** A slash command and its handler. @stable */
export interface ChatInputDefinition<Options extends readonly OptionDefinition[]> extends Omit<
  ChatInputCommand,
  "options"
> {
  /** Up to 25 options, required options first. */
  readonly options?: Options | undefined;
  /**
   * Returns the answer, such as `interaction.reply(…)`, or a promise that resolves to it.
   *
   * @param values - The option values, typed from `options`.
   */
  readonly handle: (interaction: CommandInteraction, values: ChatInputValues<Options>) => HandlerResult;
}

/** A context menu command for users, and its handler. @stable */
export interface UserDefinition extends ContextMenuCommand {
  readonly type: 2;
  /**
   * Returns the answer, or a promise that resolves to it.
   *
   * @param target - The selected user.
   */
  readonly handle: (interaction: CommandInteraction, target: ResolvedUser) => HandlerResult;
}

/** A context menu command for messages, and its handler. @stable */
export interface MessageDefinition extends ContextMenuCommand {
  readonly type: 3;
  /**
   * Returns the answer, or a promise that resolves to it.
   *
   * @param target - The selected message.
   */
  readonly handle: (interaction: CommandInteraction, target: WireMessage) => HandlerResult;
}

/** The command that launches the Activity, and the application's handler for it (APP_HANDLER). @stable */
export interface EntryPointDefinition extends EntryPointCommand {
  /** The application answers every launch (APP_HANDLER). This is the default. */
  readonly handler?: 1 | undefined;
  /** Returns the answer to a launch, such as `interaction.launchActivity()`, or a promise that resolves to it. */
  readonly handle: (interaction: CommandInteraction) => HandlerResult;
}

/** A command and its handler, created by `defineCommand` or `entryPoint`. @stable */
export interface DefinedCommand<Body extends GlobalCommand = GlobalCommand> {
  /** The command to register with `CommandsClient`. */
  readonly body: Body;
  /** Rule warnings. Plans that contain the command report them too. */
  readonly warnings: readonly Finding[];
  /** @internal Runs the handler. */
  readonly run: (payload: CommandPayload, delivery: Delivery) => HandlerResult;
  /** @internal Answers an autocomplete interaction. */
  readonly suggest: (payload: AutocompletePayload) => Promise<readonly Choice[]>;
}

/** Options for validating a definition. @stable */
export interface DefineOptions {
  /**
   * Whether unknown fields, such as those that the service has added since this version was released, cause only a warning.
   * Default false.
   */
  readonly allowUnknownFields?: boolean | undefined;
}

/** Loaded on demand, because most commands have no autocomplete. */
const loadSuggestions = loadOnce(() => import("./suggest-choices.ts"));

const readOptions = fields<DefineOptions>({ allowUnknownFields: optional(flag) });

export type BodyCheck = (
  body: GlobalCommand,
  options: DefineOptions,
) => Pick<DefinedCommand, "body" | "warnings">;

/** `check` validates only the body. The handler is always validated. */
export function makeCommand(
  given: AnyDefinition,
  checking: DefineOptions = {},
  check: BodyCheck,
): DefinedCommand {
  const allowed = readOptions(checking, "options");
  const definition = object<AnyDefinition>()(given, "definition");
  callable()(definition.handle, "definition.handle");
  const options = "options" in definition ? (definition.options ?? []) : [];
  // `check` runs before `definition.type` is used, because the type may be invalid.
  const { body, warnings } = readable("definition", () =>
    check(registeredBody(definition, options), allowed),
  );
  const read = readers[definition.type ?? CommandType.ChatInput];
  return {
    body,
    warnings,
    run: (payload, delivery) => {
      const interaction = new CommandInteraction(payload, delivery);
      return definition.handle(interaction, read(payload.data, options) as never);
    },
    suggest: async (payload) => (await loadSuggestions()).suggestChoices(options, payload),
  };
}

export function makeEntryPoint(
  definition: HandledEntryPoint | ServiceEntryPoint,
  options: DefineOptions | undefined,
  check: BodyCheck,
): DefinedCommand<EntryPointCommand> {
  const { handler, handle = launch, ...others } = object<typeof definition>()(definition, "definition");
  oneOf([1, 2])(handler, "definition.handler");
  const wanted = { ...others, type: CommandType.PrimaryEntryPoint, handle } as const;
  const { body, ...command } = makeCommand(wanted, options, check);
  return { ...command, body: { ...body, handler } as EntryPointCommand };
}

function launch(interaction: CommandInteraction): HandlerResult {
  return interaction.launchActivity();
}

export type AnyDefinition =
  | EntryPointDefinition
  | UserDefinition
  | MessageDefinition
  | ChatInputDefinition<readonly OptionDefinition[]>;

const readers: Readonly<
  Record<CommandType, (data: CommandData, options: readonly OptionDefinition[]) => unknown>
> = {
  [CommandType.ChatInput]: (data, options) => readValues(options, data),
  [CommandType.User]: resolveUserTarget,
  [CommandType.Message]: resolveMessageTarget,
  [CommandType.PrimaryEntryPoint]: () => undefined,
};

function registeredBody(definition: AnyDefinition, options: readonly OptionDefinition[]): GlobalCommand {
  const { handle: _handle, ...rest } = definition;
  return {
    ...rest,
    ...(Array.isArray(options) && options.length > 0 && { options: options.map(registeredOption) }),
    ...(definition.type === CommandType.PrimaryEntryPoint && { handler: EntryPointHandler.AppHandler }),
  } as GlobalCommand;
}
