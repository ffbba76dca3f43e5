import { fields } from "../core/check/fields.ts";
import { callable, object, optional } from "../core/check/readers.ts";
import { parseWebhookEvent } from "../events/webhook-event.ts";
import type { WebhookEventData, WebhookEventType } from "../wire/webhook-event.ts";
import {
  createEndpoint,
  endpointFields,
  type EndpointOptions,
  type RequestContext,
  type SignedEndpoint,
  keepAlive,
  parseOrReport,
} from "./endpoint/endpoint.ts";
import { type Report, type EndpointAnswer, tooSlow, within } from "./endpoint/incoming.ts";

/** The metadata of an event. */
export interface EventContext {
  /** The name of the event. */
  readonly type: WebhookEventType;
  /** The application that receives the event. */
  readonly application_id: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/**
 * Handles an event. A returned promise is awaited. If it throws or rejects, the service resends the event for up to 10 minutes.
 */
export type EventHandler<Type extends WebhookEventType> = (
  data: WebhookEventData[Type],
  context: EventContext,
) => unknown;

/** The options of `createEventHandler`. */
export interface EventHandlerOptions extends EndpointOptions {
  /** Event handlers by event name. Other events are acknowledged. */
  readonly events: { readonly [Type in WebhookEventType]?: EventHandler<Type> | undefined };
}

const readOptions = fields<EventHandlerOptions>({
  ...endpointFields,
  events: (value, name) => {
    const events = object<EventHandlerOptions["events"]>()(value, name);
    for (const [type, handle] of Object.entries(events)) optional(callable())(handle, `${name}.${type}`);
    return events;
  },
});

// The service waits 3 seconds for the 204.
const acknowledgeAfterMs = 2000;

/**
 * Creates the application's events endpoint as a web-standard `(Request) => Promise<Response>`. It verifies requests like
 * `createInteractionHandler`, and answers a PING or event with 204.
 *
 * An event is acknowledged after 2 seconds even if its handler is still running. If the handler fails earlier, the response is
 * 500 and the service resends the event, so handlers must be idempotent (Discord documentation, Webhook Events).
 *
 * If a player revokes the authorization, the event is `APPLICATION_DEAUTHORIZED`: delete the user's tokens.
 *
 * @throws ClientError `invalid_public_key` or `invalid_limit`, before any request.
 */
export function createEventHandler(options: EventHandlerOptions): SignedEndpoint {
  const checked = readOptions(options, "options");
  const { events } = checked;
  return createEndpoint(checked, async (value, { context, report }) => {
    const event = parseOrReport(parseWebhookEvent, value, "an event", report);
    if (!event) return { status: 400 };
    if (event.type === "PING") return { status: 204 };
    const { application_id, timestamp, data } = event;
    // Events newer than this package can have a handler too.
    const type = (event.type === "unknown" ? event.name : event.type) as WebhookEventType;
    const handle = Object.hasOwn(events, type) ? events[type] : undefined;
    if (!handle) return { status: 204 };
    return acknowledge(() => handle(data as never, { type, application_id, timestamp }), context, report);
  });
}

async function acknowledge(
  act: () => unknown,
  context: RequestContext | null,
  report: Report,
): Promise<EndpointAnswer> {
  const work = (async () => {
    try {
      await act();
      return { status: 204 };
    } catch (error) {
      report({ code: "handler_failed", message: "An event handler failed.", error });
      return { status: 500 };
    }
  })();
  keepAlive(context, work, report);
  const reply = await within(acknowledgeAfterMs, work);
  return reply === tooSlow ? { status: 204 } : reply;
}
