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

/** The facts of an event about itself. */
export interface EventContext {
  /** Name of the event. */
  readonly type: WebhookEventType;
  /** The application that gets it. */
  readonly application_id: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** Acts on an event; a promise is waited for. When it throws or rejects, the service sends the event again, for up to 10 minutes. */
export type EventHandler<Type extends WebhookEventType> = (
  data: WebhookEventData[Type],
  context: EventContext,
) => unknown;

/** The options of `createEventHandler`. */
export interface EventHandlerOptions extends EndpointOptions {
  /** A function per event of interest; the others are acknowledged. */
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
 * The application's events URL as a web-standard `(Request) => Promise<Response>`: the same checks as
 * `createInteractionHandler`, then 204 for a PING and for every event. Its function has 2 seconds before the event is
 * acknowledged anyway; 500, when it fails sooner, makes the service send the event again, so acting twice must do no harm
 * (Discord documentation, Webhook Events).
 *
 * A player who revokes the authorization arrives as `APPLICATION_DEAUTHORIZED`: delete the tokens kept for that user.
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
    // A function for an event that is newer than this package has its name too.
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
      report({ code: "handler_failed", message: "An event's function failed.", error });
      return { status: 500 };
    }
  })();
  keepAlive(context, work, report);
  const reply = await within(acknowledgeAfterMs, work);
  return reply === tooSlow ? { status: 204 } : reply;
}
