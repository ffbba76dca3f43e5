import { validationError } from "../core/errors.ts";
import { CommandType } from "../wire/command.ts";
import {
  type AutocompletePayload,
  type CommandPayload,
  type ComponentPayload,
  InteractionType,
  type ModalPayload,
} from "../wire/interaction.ts";
import { CallbackType } from "../wire/interaction-callback.ts";
import type { DefinedCommand } from "./define/define-command.ts";
import {
  type HandlerResult,
  type DefinedComponent,
  type DefinedModal,
  splitCustomId,
} from "./define/define-component.ts";
import type { AnswerRules } from "./messages/outgoing.ts";
import { Delivery, texts } from "./answer/delivery.ts";
import type { Choice } from "../wire/command-option.ts";
import {
  type Receipt,
  createEndpoint,
  endpointFields,
  type EndpointOptions,
  type SignedEndpoint,
  keepAlive,
  jsonAnswer,
  parseOrReport,
} from "./endpoint/endpoint.ts";
import { failureCode, type Report, type EndpointAnswer, tooSlow, within } from "./endpoint/incoming.ts";
import { MessageFlag } from "../wire/message.ts";
import { parsePayload, type UnknownPayload } from "../events/interaction-payload.ts";
import { resolveApiBase, type ServiceOptions } from "../core/request/addresses.ts";
import { serviceFields } from "../core/request/transport.ts";
import { createServiceCalls, shownError } from "./answer/service.ts";
import type { SyncClient, SyncOptions, SyncResult } from "./define/sync-commands.ts";
import { fields, type ForeignOptions, type Table } from "../core/check/fields.ts";
import { loadOnce } from "../core/lazy.ts";
import { type Reader, readerOf, isObject, listOf, optional } from "../core/check/readers.ts";

/** The definitions that a handler answers with. */
export interface Definitions {
  /** Commands that are answered, by `defineCommand` and `entryPoint`. */
  readonly commands: readonly DefinedCommand[];
  /** Buttons and menus that are answered, by `defineComponent`. Default none. */
  readonly components?: readonly DefinedComponent[] | undefined;
  /** Forms that are answered, by `defineModal`. Default none. */
  readonly modals?: readonly DefinedModal[] | undefined;
}

/** Everything a player has to be given an answer to. */
type AnsweredPayload = CommandPayload | ComponentPayload | ModalPayload;

/** Runs the handler of one interaction. */
type Work = (delivery: Delivery) => HandlerResult;

/** Finds the definition for an interaction. */
interface Routes {
  command(payload: CommandPayload | AutocompletePayload): DefinedCommand | undefined;
  work(payload: AnsweredPayload): Work | undefined;
}

/** @throws ClientError `duplicate_definition` when two would answer the same. */
export function createRoutes({ commands, components = [], modals = [] }: Definitions): Routes {
  const commandsByKey = index(commands, ({ body }) => commandKey(body.name, body.type));
  const componentsByName = index(components, ({ customId }) => customId);
  const modalsByName = index(modals, ({ customId }) => customId);
  const command: Routes["command"] = ({ data }) => commandsByKey.get(commandKey(data.name, data.type));
  return {
    command,
    work: (payload) => {
      switch (payload.type) {
        case InteractionType.ApplicationCommand:
          return bind(command(payload), payload);
        case InteractionType.MessageComponent:
          return bind(componentsByName.get(splitCustomId(payload.data.custom_id).name), payload);
        case InteractionType.ModalSubmit:
          return bind(modalsByName.get(splitCustomId(payload.data.custom_id).name), payload);
      }
    },
  };
}

interface Runnable<Payload> {
  readonly run: (payload: Payload, delivery: Delivery) => HandlerResult;
}

function bind<Payload>(definition: Runnable<Payload> | undefined, payload: Payload): Work | undefined {
  return definition && ((delivery) => definition.run(payload, delivery));
}

/** An application has one entry point, which its owner can rename at any time. */
function commandKey(name: string, type: CommandType = CommandType.ChatInput): string {
  return type === CommandType.PrimaryEntryPoint ? "entry point" : `${type} ${name}`;
}

function index<T>(definitions: readonly T[], keyOf: (definition: T) => string): ReadonlyMap<string, T> {
  const byKey = new Map<string, T>();
  for (const definition of definitions) {
    const key = keyOf(definition);
    if (byKey.has(key))
      throw validationError("duplicate_definition", `Two handlers are defined for "${key}".`);
    byKey.set(key, definition);
  }
  return byKey;
}

// The service gives 3 seconds (Discord documentation, Interactions, "Responding to an Interaction").
const deferAfterMs = 1500;
const suggestWithinMs = 2500;

const noSuggestions = suggesting([]);

/** Answers in time, whatever the handler does; the handler may go on after the response. */
export function answer(work: Work, delivery: Delivery, receipt: Receipt): Promise<EndpointAnswer> {
  const { arrived, context, report } = receipt;
  keepAlive(context, settle(work, delivery, timeLeft(deferAfterMs, arrived)), report);
  return delivery.response;
}

async function settle(work: Work, delivery: Delivery, deferInMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const given = work(delivery);
    // A finished answer waits for nothing, and most answers are finished.
    if (isPromise(given)) timer = setTimeout(() => void delivery.defer(), deferInMs);
    await delivery.finish(await given);
  } catch (error) {
    await delivery.fail(failureCode(error), "A handler failed.", error);
  } finally {
    clearTimeout(timer);
  }
}

/** A handler may give a promise of any library. */
function isPromise(given: unknown): boolean {
  return typeof (given as Partial<PromiseLike<unknown>> | null | undefined)?.then === "function";
}

/** Answers with suggestions; with none when the option's function fails, is slow, or is not there. */
async function answerAutocomplete(
  command: DefinedCommand | undefined,
  payload: AutocompletePayload,
  { arrived, report }: Receipt,
): Promise<EndpointAnswer> {
  const { id, token } = payload;
  try {
    const choices = await within(timeLeft(suggestWithinMs, arrived), command?.suggest(payload) ?? []);
    if (choices !== tooSlow) return suggesting(choices);
    report({ code: "handler_too_late", message: "An autocomplete function took over 2.5 seconds.", id });
  } catch (error) {
    const shown = await shownError(error, token);
    report({ code: failureCode(error), message: "An autocomplete function failed.", id, error: shown });
  }
  return noSuggestions;
}

function suggesting(choices: readonly Choice[]): EndpointAnswer {
  return jsonAnswer({ type: CallbackType.AutocompleteResult, data: { choices } });
}

/** The body's way here was part of the service's wait. */
function timeLeft(ms: number, arrived: number): number {
  return Math.max(0, ms - (performance.now() - arrived));
}

/** The options of `createInteractionHandler`. */
export interface InteractionHandlerOptions extends Definitions, EndpointOptions, ServiceOptions {}

/** The endpoint, and the registration of its commands. */
export interface InteractionHandler extends SignedEndpoint {
  /** The base of the API for deferrals, follow-ups and launches with a response. */
  readonly apiBase: string;
  /**
   * Registers the commands that the handler was made with: whatever differs is created, changed or deleted, and nothing
   * else is written. An entry point that is not among them stays; in a guild there is none, so it is left out there. For
   * deployment, not for each start: 200 commands a day can be created.
   *
   * @param client - a `CommandsClient`, or `client.commands` of a `Client` that has the application's own credential.
   * @throws ClientError `other_service` (ValidationError) where the client registers at another service than the handler answers at;
   * else as `CommandScope.sync`.
   */
  sync(client: SyncClient, options?: SyncOptions): Promise<SyncResult>;
}

const optionFields: Table<InteractionHandlerOptions> = {
  ...endpointFields,
  ...serviceFields,
  commands: listOf(defined<DefinedCommand>("defineCommand", (value) => isObject(value["body"]))),
  components: optional(listOf(defined<DefinedComponent>("defineComponent", isCustom("component")))),
  modals: optional(listOf(defined<DefinedModal>("defineModal", isCustom("modal")))),
};

type Made = Readonly<Record<string, unknown>>;

/** An object that one of the defining functions has made. */
function defined<T extends object>(maker: string, isOne: (value: Made) => boolean): Reader<T> {
  const isMade = (value: unknown) => isObject(value) && typeof value["run"] === "function" && isOne(value);
  return readerOf(`what ${maker}() returned`, isMade);
}

function isCustom(kind: string): (value: Made) => boolean {
  return (value) => value["kind"] === kind && typeof value["customId"] === "string";
}

/** Registration is for a deployment: no request needs it. */
const loadSync = loadOnce(() => import("./define/sync-commands.ts"));

const pong = jsonAnswer({ type: CallbackType.Pong });
const notAvailable = jsonAnswer({
  type: CallbackType.ChannelMessage,
  data: { content: texts.unknown, flags: MessageFlag.Ephemeral },
});

/** The endpoint of {@link InteractionHandler}, whose answers are checked by `rules`, with advice for `foreign` options. */
export function createHandler(
  options: InteractionHandlerOptions,
  rules: AnswerRules,
  foreign?: ForeignOptions,
): InteractionHandler {
  const checked = fields(optionFields, "invalid_argument", foreign)(options, "options");
  const apiBase = resolveApiBase(checked);
  const service = createServiceCalls(checked);
  const routes = createRoutes(checked);
  const endpoint = createEndpoint(checked, async (value, receipt) => {
    const { report } = receipt;
    const payload = parseOrReport(parsePayload, value, "an interaction", report);
    if (!payload) return { status: 400 };
    if (payload.type === InteractionType.Ping) return pong;
    if (payload.type === InteractionType.Autocomplete) {
      const command = routes.command(payload);
      if (!command) reportNothing(payload, report);
      return answerAutocomplete(command, payload, receipt);
    }
    if (payload.type === "unknown") return refuse(payload, report);
    const work = routes.work(payload);
    if (!work) return refuse(payload, report);
    return answer(work, new Delivery(payload, service, report, rules, receipt.arrived), receipt);
  });
  const sync: InteractionHandler["sync"] = async (client, syncing) => {
    const { syncCommands } = await loadSync();
    return syncCommands({ commands: checked.commands, apiBase }, client, syncing);
  };
  return Object.assign(endpoint, { sync, apiBase });
}

function refuse(payload: AnsweredPayload | UnknownPayload, report: Report): EndpointAnswer {
  reportNothing(payload, report);
  return notAvailable;
}

function reportNothing(
  payload: AnsweredPayload | AutocompletePayload | UnknownPayload,
  report: Report,
): void {
  const message = `Nothing is defined for ${describe(payload)}.`;
  report({ code: "nothing_defined", message, id: payload.id });
}

function describe(payload: AnsweredPayload | AutocompletePayload | UnknownPayload): string {
  switch (payload.type) {
    case InteractionType.ApplicationCommand:
    case InteractionType.Autocomplete:
      return `the command ${JSON.stringify(payload.data.name)} of type ${payload.data.type}`;
    case InteractionType.MessageComponent:
      return `the component ${customName(payload.data.custom_id)}`;
    case InteractionType.ModalSubmit:
      return `the form ${customName(payload.data.custom_id)}`;
    case "unknown":
      return "an interaction of a type that is not known here";
  }
}

/** The part behind the name is the game's own, and may be secret. */
function customName(customId: string): string {
  return JSON.stringify(splitCustomId(customId).name);
}
