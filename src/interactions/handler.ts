import { validationError } from "../core/errors.ts";
import { CommandType } from "../wire/command.ts";
import { type AutocompletePayload, type CommandPayload, InteractionType } from "../wire/interaction.ts";
import { CallbackType } from "../wire/interaction-callback.ts";
import type { DefinedCommand } from "./define/define-command.ts";
import {
  type HandlerResult,
  type DefinedComponent,
  type DefinedModal,
  splitCustomId,
} from "./define/define-component.ts";
import type { AnswerRules } from "./messages/rules/messages.ts";
import { type AnsweredPayload, type Before, withBefore, type Work } from "./before.ts";
import { type Seen, checkReplay, createReplayRefusal } from "./seen.ts";
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
import { failureCode, type Report, type EndpointResponse, tooSlow, within } from "./endpoint/incoming.ts";
import { MessageFlag } from "../wire/message.ts";
import { parsePayload, type UnknownPayload } from "../events/interaction-payload.ts";
import { resolveApiBase, type ServiceOptions } from "../core/request/addresses.ts";
import { serviceFields } from "../core/request/transport.ts";
import { createServiceCalls, printableError } from "./answer/service.ts";
import type { SyncClient, SyncOptions, SyncResult } from "./define/sync-commands.ts";
import { fields, type ForeignOptions, type Table } from "../core/check/fields.ts";
import { loadOnce } from "../core/lazy.ts";
import { callable, type Reader, readerOf, isObject, listOf, optional } from "../core/check/readers.ts";

/** The definitions that a handler dispatches interactions to. @stable */
export interface Definitions {
  /** Commands defined with `defineCommand` and `entryPoint`. */
  readonly commands: readonly DefinedCommand[];
  /** Buttons and select menus defined with `defineComponent`. Default none. */
  readonly components?: readonly DefinedComponent[] | undefined;
  /** Forms defined with `defineModal`. Default none. */
  readonly modals?: readonly DefinedModal[] | undefined;
}

function createRoutes({ commands, components = [], modals = [] }: Definitions) {
  const commandsByKey = index(commands, ({ body }) => commandKey(body.name, body.type));
  const componentsByName = index(components, ({ customId }) => customId);
  const modalsByName = index(modals, ({ customId }) => customId);
  const command = ({ data }: CommandPayload | AutocompletePayload) =>
    commandsByKey.get(commandKey(data.name, data.type));
  return {
    command,
    work: (payload: AnsweredPayload): Work | undefined => {
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

/** The key omits an entry point's name, because an application has only one entry point, and its name can change. */
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

// The service waits 3 seconds (Discord documentation, Interactions, "Responding to an Interaction").
const deferAfterMs = 1500;
const suggestWithinMs = 2500;

const noSuggestions = suggesting([]);

/** Answers before the service's timeout. The handler may continue after the response. */
export function answer(work: Work, delivery: Delivery, receipt: Receipt): Promise<EndpointResponse> {
  const { arrived, context, report } = receipt;
  keepAlive(context, settle(work, delivery, remainingTime(deferAfterMs, arrived)), report);
  return delivery.response;
}

async function settle(work: Work, delivery: Delivery, deferInMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const given = work(delivery);
    // Most answers are synchronous and need no timer.
    if (isPromise(given)) timer = setTimeout(() => void delivery.defer(), deferInMs);
    await delivery.finish(await given);
  } catch (error) {
    await delivery.fail(failureCode(error), "A handler failed.", error);
  } finally {
    clearTimeout(timer);
  }
}

function isPromise(given: unknown): boolean {
  return typeof (given as Partial<PromiseLike<unknown>> | null | undefined)?.then === "function";
}

/** Returns no suggestions if the function fails, takes too long or does not exist. */
async function answerAutocomplete(
  command: DefinedCommand | undefined,
  payload: AutocompletePayload,
  { arrived, report }: Receipt,
): Promise<EndpointResponse> {
  const { id, token } = payload;
  try {
    const choices = await within(remainingTime(suggestWithinMs, arrived), command?.suggest(payload) ?? []);
    if (choices !== tooSlow) return suggesting(choices);
    report({ code: "handler_too_late", message: "An autocomplete function took over 2.5 seconds.", id });
  } catch (error) {
    const cause = await printableError(error, token);
    report({ code: failureCode(error), message: "An autocomplete function failed.", id, error: cause });
  }
  return noSuggestions;
}

function suggesting(choices: readonly Choice[]): EndpointResponse {
  return jsonAnswer({ type: CallbackType.AutocompleteResult, data: { choices } });
}

/** The time spent receiving the body counts toward the service's timeout. */
function remainingTime(ms: number, arrived: number): number {
  return Math.max(0, ms - (performance.now() - arrived));
}

/** Options for `createInteractionHandler`. @stable */
export interface InteractionHandlerOptions extends Definitions, EndpointOptions, ServiceOptions {
  /**
   * Called before each handler, with the same time limits. If it returns an answer, the handler is not called. If it returns
   * `undefined`, the handler is called. If it throws, the player gets an error message. Not called for autocomplete.
   */
  readonly before?: Before | undefined;
  /**
   * Rejects interactions that were received before, such as replays of a recorded request: `memorySeen()`, `redisSeen(…)` from
   * `slashpass/redis`, or your own function. A repeated interaction gets a 409 response and is reported as
   * `interaction_repeated`. If the function fails, or takes longer than 1.5 seconds, the interaction is not handled: the player
   * gets an error message, and `seen_failed` is reported. Default: a signed request is accepted repeatedly until `maxAgeSeconds`
   * have passed.
   */
  readonly seen?: Seen | undefined;
}

/** An interactions endpoint that can also register its commands. @stable */
export interface InteractionHandler extends SignedEndpoint {
  /** The API base URL used for deferrals, follow-ups and launches with a response. */
  readonly apiBase: string;
  /**
   * Registers the handler's commands, creating, editing and deleting only what is necessary. An unlisted entry point is kept. In
   * a guild, entry points are ignored, because guilds cannot have one. Call this method when you deploy, not at every startup,
   * because the service allows only 200 new commands per day.
   *
   * @param client - A `CommandsClient`, or `client.commands` of a `Client` that has the application's own credential.
   * @throws ClientError `other_service` (ValidationError) if the client and the handler use different services; the errors thrown
   *   by `CommandScope.sync`.
   */
  sync(client: SyncClient, options?: SyncOptions): Promise<SyncResult>;
}

const optionFields: Table<InteractionHandlerOptions> = {
  ...endpointFields,
  ...serviceFields,
  commands: listOf(defined<DefinedCommand>("defineCommand", (value) => isObject(value["body"]))),
  components: optional(listOf(defined<DefinedComponent>("defineComponent", isCustom("component")))),
  modals: optional(listOf(defined<DefinedModal>("defineModal", isCustom("modal")))),
  before: optional(callable()),
  seen: optional(callable()),
};

type Made = Readonly<Record<string, unknown>>;

function defined<T extends object>(maker: string, isOne: (value: Made) => boolean): Reader<T> {
  const isMade = (value: unknown) => isObject(value) && typeof value["run"] === "function" && isOne(value);
  return readerOf(`the result of ${maker}()`, isMade);
}

function isCustom(kind: string): (value: Made) => boolean {
  return (value) => value["kind"] === kind && typeof value["customId"] === "string";
}

/** Loaded on demand, because requests do not need it. */
const loadSync = loadOnce(() => import("./define/sync-commands.ts"));

const pong = jsonAnswer({ type: CallbackType.Pong });
const notAvailable = notice(texts.unknown);
const failed = notice(texts.failed);

function notice(content: string): EndpointResponse {
  return jsonAnswer({ type: CallbackType.ChannelMessage, data: { content, flags: MessageFlag.Ephemeral } });
}

/** `rules` checks the answers; `foreign` provides hints for unknown options. */
export function createHandler(
  options: InteractionHandlerOptions,
  rules: AnswerRules,
  foreign?: ForeignOptions,
): InteractionHandler {
  const checked = fields(optionFields, "invalid_argument", foreign)(options, "options");
  const apiBase = resolveApiBase(checked);
  const service = createServiceCalls(checked);
  const routes = createRoutes(checked);
  const { before, seen } = checked;
  const refuseRepeated = createReplayRefusal();
  const endpoint = createEndpoint(checked, async (value, receipt) => {
    const { arrived, report } = receipt;
    const payload = parseOrReport(parsePayload, value, "an interaction", report);
    if (!payload) return { status: 400 };
    if (payload.type === InteractionType.Ping) return pong;
    if (payload.type === "unknown") return refuse(payload, report);
    const replay = seen && (await checkReplay(payload, seen, remainingTime(deferAfterMs, arrived), report));
    if (replay === "repeated") return refuseRepeated(payload, receipt);
    if (replay) return payload.type === InteractionType.Autocomplete ? noSuggestions : failed;
    if (payload.type === InteractionType.Autocomplete) {
      const command = routes.command(payload);
      if (!command) reportNothing(payload, report);
      return answerAutocomplete(command, payload, receipt);
    }
    const work = routes.work(payload);
    if (!work) return refuse(payload, report);
    return answer(
      withBefore(before, payload, work),
      new Delivery(payload, service, report, rules, arrived),
      receipt,
    );
  });
  const sync: InteractionHandler["sync"] = async (client, syncing) => {
    const { syncCommands } = await loadSync();
    return syncCommands({ commands: checked.commands, apiBase }, client, syncing);
  };
  return Object.assign(endpoint, { sync, apiBase });
}

function refuse(payload: AnsweredPayload | UnknownPayload, report: Report): EndpointResponse {
  reportNothing(payload, report);
  return notAvailable;
}

function reportNothing(
  payload: AnsweredPayload | AutocompletePayload | UnknownPayload,
  report: Report,
): void {
  const message = `No handler is defined for ${describe(payload)}.`;
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
      return "an interaction of an unknown type";
  }
}

/** The rest of a `custom_id` belongs to the game and may be secret. */
function customName(customId: string): string {
  return JSON.stringify(splitCustomId(customId).name);
}
