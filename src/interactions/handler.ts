import { InteractionType } from "../wire/interaction.ts";
import { MessageFlag } from "../wire/message.ts";
import { answer, answerAutocomplete } from "./answer-interaction.ts";
import { createEndpoint, type EndpointOptions, type SignedEndpoint } from "./endpoint/endpoint.ts";
import { Delivery } from "./answer/delivery.ts";
import { type KnownPayload, parsePayload, type UnknownPayload } from "./endpoint/payload.ts";
import type { Report } from "./endpoint/problem.ts";
import { jsonAnswer, type EndpointAnswer } from "./endpoint/endpoint-answer.ts";
import { type AnsweredPayload, createRoutes, type Definitions } from "./routes.ts";
import type { ServiceOptions } from "../api/addresses.ts";
import { createTokenCalls } from "../api/token-calls.ts";
import { texts } from "./answer/texts.ts";

/** What `createInteractionHandler` takes. */
export interface InteractionHandlerOptions extends Definitions, EndpointOptions, ServiceOptions {}

const pong = jsonAnswer({ type: 1 });
const notAvailable = jsonAnswer({ type: 4, data: { content: texts.unknown, flags: MessageFlag.Ephemeral } });

/**
 * The application's interactions endpoint as a web-standard `(Request) => Promise<Response>`: it checks the signature over
 * the raw body, answers the service's PING, and gives everything else to the handler of what the player used. A handler that
 * throws or is slow never leaves the player without an answer: after 1.5 seconds the answer is deferred, and what the handler
 * returns within 15 minutes is delivered then. It never throws.
 *
 * | Request | Status |
 * |---|---|
 * | signature or timestamp missing, malformed, wrong, or too old | 401 |
 * | other method; slow body; body too large; signed, but no interaction | 405; 408; 413; 400 |
 * | every interaction | 200, or 202 when the answer went to the callback endpoint |
 *
 * @throws ClientError `invalid_public_key`, `invalid_limit`, `invalid_base_url` or `duplicate_definition`, before any request.
 */
export function createInteractionHandler(options: InteractionHandlerOptions): SignedEndpoint {
  const service = createTokenCalls(options);
  const routes = createRoutes(options);
  return createEndpoint(options, async (value, receipt) => {
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
    return answer(work, new Delivery(payload, service, report), receipt);
  });
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
