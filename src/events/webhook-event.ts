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

/** A ping. Answer with 204. */
export interface WebhookPing {
  /** Distinguishes it from events. */
  readonly type: "PING";
  /** The application that receives it. */
  readonly application_id: Snowflake;
}

/** An event that this library supports. */
export type KnownWebhookEvent = {
  readonly [Type in WebhookEventType]: {
    /** The event's name. */
    readonly type: Type;
    /** The application that receives it. */
    readonly application_id: Snowflake;
    /** ISO 8601. */
    readonly timestamp: string;
    /** The event's data. */
    readonly data: WebhookEventData[Type];
  };
}[WebhookEventType];

/** An event that this version does not support. Its data is unchanged. */
export interface UnknownWebhookEvent {
  /** Distinguishes it from known events. */
  readonly type: "unknown";
  /** The original `type`. */
  readonly name: string;
  /** The application that receives it. */
  readonly application_id: Snowflake;
  /** ISO 8601. */
  readonly timestamp: string;
  /** The original data of the event. */
  readonly data: unknown;
}

/** A request to the events URL, discriminated by `type`. */
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
 * Parses a verified request to the events URL; `createEventHandler` also verifies the signature. Checks the documented fields.
 * The data is not copied or changed.
 *
 * @param body - parsed from JSON.
 * @throws ClientError `malformed_event` (ValidationError) if the body is not an event, or a known event is not as documented. The
 *   message names the field but contains no values.
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
