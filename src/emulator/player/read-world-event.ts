import { validationError } from "../../core/errors.ts";
import { parseGatewayEvent } from "../../events/gateway-event.ts";
import { parseWebhookEvent } from "../../events/webhook-event.ts";
import { textOf } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { WebhookType } from "../../wire/webhook-event.ts";
import type { WorldEvent } from "../state/world-events.ts";

const readName = textOf({ most: 100 });

/**
 * Validates an external event with the parser that its receiver uses.
 *
 * @throws ClientError `unknown_event`, `malformed_event` (ValidationError).
 */
export function readWorldEvent(name: unknown, data: unknown, applicationId: Snowflake): WorldEvent {
  const known = readName(name, "name");
  const event = { type: known, timestamp: new Date(0).toISOString(), data };
  const body = { version: 1, application_id: applicationId, type: WebhookType.Event, event };
  const isDispatch = parseGatewayEvent({ t: known, d: data }).t !== "unknown";
  const isWebhookEvent = parseWebhookEvent(body).type !== "unknown";
  if (isDispatch || isWebhookEvent) return { name: known, data, applicationId } as WorldEvent;
  throw validationError(
    "unknown_event",
    "name is not a supported service event.",
    "Pass the name of a gateway dispatch or a webhook event, such as QUEST_USER_ENROLLMENT.",
  );
}
