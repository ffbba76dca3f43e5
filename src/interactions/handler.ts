import { InteractionType } from "../wire/interaction.ts";
import { CallbackType } from "../wire/interaction-callback.ts";
import { MessageFlag } from "../wire/message.ts";
import { answer, answerAutocomplete } from "./answer-interaction.ts";
import {
  createEndpoint,
  endpointFields,
  type EndpointOptions,
  type SignedEndpoint,
} from "./endpoint/endpoint.ts";
import { Delivery } from "./answer/delivery.ts";
import { type KnownPayload, parsePayload, type UnknownPayload } from "../events/interaction-payload.ts";
import type { Report } from "./endpoint/problem.ts";
import { jsonAnswer, type EndpointAnswer } from "./endpoint/endpoint-answer.ts";
import { type AnsweredPayload, createRoutes, type Definitions } from "./routes.ts";
import { resolveApiBase, type ServiceOptions } from "../core/request/addresses.ts";
import { serviceFields } from "../core/request/service-fields.ts";
import { createTokenCalls } from "../core/request/token-calls.ts";
import type { DefinedCommand } from "./define/define-command.ts";
import type { DefinedComponent, DefinedModal } from "./define/define-component.ts";
import { type SyncClient, syncCommands, type SyncOptions, type SyncResult } from "./define/sync-commands.ts";
import { fields } from "../core/check/fields.ts";
import { type Reader, wrongArgument } from "../core/check/reader.ts";
import { isObject, listOf, optional } from "../core/check/readers.ts";
import { texts } from "./answer/texts.ts";

/** What `createInteractionHandler` takes. */
export interface InteractionHandlerOptions extends Definitions, EndpointOptions, ServiceOptions {}

/** The endpoint, and the way to register what it handles. */
export interface InteractionHandler extends SignedEndpoint {
  /** Where deferrals, follow-ups and launches with a response are sent: the base of the API. */
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

const readOptions = fields<InteractionHandlerOptions>({
  ...endpointFields,
  ...serviceFields,
  commands: listOf(defined<DefinedCommand>("defineCommand", (value) => isObject(value["body"]))),
  components: optional(listOf(defined<DefinedComponent>("defineComponent", isCustom("component")))),
  modals: optional(listOf(defined<DefinedModal>("defineModal", isCustom("modal")))),
});

type Made = Readonly<Record<string, unknown>>;

/** What one of the functions that define something has made. */
function defined<T extends object>(maker: string, isOne: (value: Made) => boolean): Reader<T> {
  return (value, name) => {
    if (isObject(value) && typeof value["run"] === "function" && isOne(value)) return value as T;
    throw wrongArgument(name, value, `what ${maker}() returned`);
  };
}

function isCustom(kind: string): (value: Made) => boolean {
  return (value) => value["kind"] === kind && typeof value["customId"] === "string";
}

const pong = jsonAnswer({ type: CallbackType.Pong });
const notAvailable = jsonAnswer({
  type: CallbackType.ChannelMessage,
  data: { content: texts.unknown, flags: MessageFlag.Ephemeral },
});

/**
 * The application's interactions endpoint as a web-standard `(Request) => Promise<Response>`: it checks the signature over
 * the raw body, answers the service's PING, and gives everything else to the handler of what the player used. A handler that
 * throws or is slow never leaves the player without an answer: after 1.5 seconds the answer is deferred, and what the handler
 * returns within 15 minutes is delivered then. It throws for nothing
 * that a request holds.
 *
 * | Request | Status |
 * |---|---|
 * | signature or timestamp missing, malformed, wrong, or too old | 401 |
 * | other method; slow body; body too large; signed, but no interaction | 405; 408; 413; 400 |
 * | every interaction | 200, or 202 when the answer went to the callback endpoint |
 *
 * @throws ClientError `invalid_public_key`, `invalid_limit`, `invalid_base_url`, `conflicting_versions` or `duplicate_definition`, before any request.
 */
export function createInteractionHandler(options: InteractionHandlerOptions): InteractionHandler {
  const checked = readOptions(options, "options");
  const apiBase = resolveApiBase(checked);
  const service = createTokenCalls(checked);
  const routes = createRoutes(checked);
  const warned = new Set<string>();
  const endpoint = createEndpoint(checked, async (value, receipt) => {
    const { report } = receipt;
    const payload = parseOrReport(value, report);
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
    return answer(work, new Delivery(payload, service, report, warned, receipt.arrived), receipt);
  });
  const sync: InteractionHandler["sync"] = async (client, syncing) =>
    syncCommands({ commands: checked.commands, apiBase }, client, syncing);
  return Object.assign(endpoint, { sync, apiBase });
}

function parseOrReport(value: unknown, report: Report): KnownPayload | UnknownPayload | undefined {
  try {
    return parsePayload(value);
  } catch (error) {
    report({ code: "malformed_payload", message: "A signed request is not an interaction.", error });
    return undefined;
  }
}

function refuse(payload: AnsweredPayload | UnknownPayload, report: Report): EndpointAnswer {
  reportNothing(payload, report);
  return notAvailable;
}

function reportNothing({ id, type }: KnownPayload | UnknownPayload, report: Report): void {
  report({ code: "nothing_defined", message: `Nothing is defined for an interaction of type ${type}.`, id });
}
