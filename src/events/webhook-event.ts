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

/** The question whether somebody listens: it is answered 204. */
export interface WebhookPing {
  /** Tells it from events. */
  readonly type: "PING";
  /** The application that gets it. */
  readonly application_id: Snowflake;
}

/** An event that the library knows. */
export type KnownWebhookEvent = {
  readonly [Type in WebhookEventType]: {
    /** Name of the event. */
    readonly type: Type;
    /** The application that gets it. */
    readonly application_id: Snowflake;
    /** ISO 8601. */
    readonly timestamp: string;
    /** Data of the event, by its name. */
    readonly data: WebhookEventData[Type];
  };
}[WebhookEventType];

/** An event that is newer than this package: its data is untouched. */
export interface UnknownWebhookEvent {
  /** Tells it from the events that are known. */
  readonly type: "unknown";
  /** The `type` that it came with. */
  readonly name: string;
  /** The application that gets it. */
  readonly application_id: Snowflake;
  /** ISO 8601. */
  readonly timestamp: string;
  /** Data of the event, as it came. */
  readonly data: unknown;
}

/** A request to the events URL; `type` says which kind it is. */
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
 * Types the body of a request to the events URL, whose signature was checked: `createEventHandler` does both. The data
 * stays as it is: it is checked, for the fields that its type has, and not copied.
 *
 * @param body - parsed from JSON.
 * @throws ClientError `malformed_event` (ValidationError): it is no event, or a known one that is not as documented. The
 * message names the field, and shows no value.
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
