import { type Reader, isObject } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { type WebhookEventData, type WebhookEventType, WebhookType } from "../wire/webhook-event.ts";
import {
  anything,
  id,
  malformedEvent,
  readEvent,
  text,
  applicationAuthorized,
  applicationDeauthorized,
  deletedLobbyMessage,
  entitlement,
  gameDirectMessage,
  lobbyMessage,
} from "./shapes.ts";

/** A ping. Respond with status 204. @stable */
export interface WebhookPing {
  readonly type: "PING";
  readonly application_id: Snowflake;
}

/** An event that this library supports. @stable */
export type KnownWebhookEvent = {
  readonly [Type in WebhookEventType]: {
    readonly type: Type;
    readonly application_id: Snowflake;
    /** The time of the event, in ISO 8601 format. */
    readonly timestamp: string;
    readonly data: WebhookEventData[Type];
  };
}[WebhookEventType];

/** An event that this version does not support. Its data is passed through unchanged. @stable */
export interface UnknownWebhookEvent {
  readonly type: "unknown";
  /** The original `type`. */
  readonly name: string;
  readonly application_id: Snowflake;
  /** The time of the event, in ISO 8601 format. */
  readonly timestamp: string;
  readonly data: unknown;
}

/** A request to the events URL, discriminated by `type`. @stable */
export type WebhookEvent = WebhookPing | KnownWebhookEvent | UnknownWebhookEvent;

const readers: { readonly [Type in WebhookEventType]: Reader<WebhookEventData[Type]> } = {
  APPLICATION_AUTHORIZED: applicationAuthorized,
  APPLICATION_DEAUTHORIZED: applicationDeauthorized,
  ENTITLEMENT_CREATE: entitlement,
  ENTITLEMENT_UPDATE: entitlement,
  ENTITLEMENT_DELETE: entitlement,
  QUEST_USER_ENROLLMENT: anything,
  LOBBY_MESSAGE_CREATE: lobbyMessage,
  LOBBY_MESSAGE_UPDATE: lobbyMessage,
  LOBBY_MESSAGE_DELETE: deletedLobbyMessage,
  GAME_DIRECT_MESSAGE_CREATE: gameDirectMessage,
  GAME_DIRECT_MESSAGE_UPDATE: gameDirectMessage,
  GAME_DIRECT_MESSAGE_DELETE: gameDirectMessage,
};

/**
 * Parses a verified request to the events URL and checks the documented fields. To verify the signature as well, use
 * `createEventHandler`. The data is not copied or changed.
 *
 * @stable
 * @param body - the body, parsed from JSON.
 * @throws ClientError `malformed_event` (ValidationError) if the body is not an event, or if a known event does not match its
 *   documentation. The message names the field but contains no values.
 */
export function parseWebhookEvent(body: unknown): WebhookEvent {
  return readEvent(() => {
    if (!isObject(body)) throw malformedEvent("body", body, "an object");
    const application_id = id(body["application_id"], "application_id");
    if (body["type"] === WebhookType.Ping) return { type: "PING", application_id };
    if (body["type"] !== WebhookType.Event) throw malformedEvent("type", body["type"], "0 or 1");
    const { event } = body;
    if (!isObject(event)) throw malformedEvent("event", event, "an object");
    const name = text(event["type"], "event.type");
    const timestamp = text(event["timestamp"], "event.timestamp");
    const { data } = event;
    if (!Object.hasOwn(readers, name)) return { type: "unknown", name, application_id, timestamp, data };
    readers[name as WebhookEventType](data, `${name}: event.data`);
    return { type: name, application_id, timestamp, data } as KnownWebhookEvent;
  });
}
