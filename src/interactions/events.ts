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
import { type Report, type EndpointResponse, tooSlow, within } from "./endpoint/incoming.ts";

/** An event's metadata. @stable */
export interface EventContext {
  readonly type: WebhookEventType;
  readonly application_id: string;
  /** The time of the event, in ISO 8601 format. */
  readonly timestamp: string;
}

/**
 * Handles an event. A returned promise is awaited. If the handler throws or rejects, the service resends the event for up to 10
 * minutes.
 *
 * @stable
 */
export type EventHandler<Type extends WebhookEventType> = (
  data: WebhookEventData[Type],
  context: EventContext,
) => unknown;

/** Options for `createEventHandler`. @stable */
export interface EventHandlerOptions extends EndpointOptions {
  /** Event handlers, by event name. Events that have no handler are acknowledged. */
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

// The service waits 3 seconds for the 204 response.
const acknowledgeAfterMs = 2000;

/**
 * Creates the application's events endpoint as a web-standard `(Request) => Promise<Response>`. It verifies requests as
 * `createInteractionHandler` does and answers each PING or event with 204.
 *
 * If a handler is still running after 2 seconds, the event is acknowledged anyway. If the handler fails before that, the response
 * is 500 and the service resends the event, so handlers must be idempotent (Discord documentation, Webhook Events).
 *
 * When a player revokes authorization, Discord sends `APPLICATION_DEAUTHORIZED`. Handle it by deleting the user's tokens.
 *
 * @stable
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
    // Handlers can also be defined for events that this version does not support.
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
): Promise<EndpointResponse> {
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
