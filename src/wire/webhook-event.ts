import type { Snowflake } from "./snowflake.ts";
import type { EntitlementData } from "./monetization.ts";
import type { DeletedLobbyMessage, GameDirectMessage, LobbyMessage } from "./lobby.ts";
import type { WireUser } from "./user.ts";

/** The types of requests to the events URL (Discord documentation, Webhook Events, "Webhook Types"). */
export const WebhookType = {
  /** Checks that the endpoint responds. */
  Ping: 0,
  /** Delivers an event. */
  Event: 1,
} as const;
export type WebhookType = (typeof WebhookType)[keyof typeof WebhookType];

/** A user installed the application to an account or guild. */
export interface ApplicationAuthorizedData {
  /** 0 for a guild, 1 for a user, or a newer installation context. */
  readonly integration_type?: number | null;
  /** The user who installed it. */
  readonly user: WireUser;
  /** The scopes that the user granted. */
  readonly scopes: readonly string[];
  /** The guild, with the installation context 0. */
  readonly guild?: {
    /** The guild's id. */
    readonly id: Snowflake;
    /** Its name at the time of the event. */
    readonly name: string;
  } | null;
}

/** A user unlinked the account or revoked the authorization. Its tokens are invalid. */
export type ApplicationDeauthorizedData = Pick<ApplicationAuthorizedData, "user">;

/** The `data` of each event (Discord documentation, Webhook Events, "Event Types"). Other events are passed on unchanged. */
export interface WebhookEventData {
  /** A user installed the application to an account or guild. */
  APPLICATION_AUTHORIZED: ApplicationAuthorizedData;
  /** A user unlinked the application. Delete the tokens. */
  APPLICATION_DEAUTHORIZED: ApplicationDeauthorizedData;
  /** An entitlement was created. */
  ENTITLEMENT_CREATE: EntitlementData;
  /** An entitlement changed, or a subscription ended. */
  ENTITLEMENT_UPDATE: EntitlementData;
  /** An entitlement was deleted, for example by a refund. */
  ENTITLEMENT_DELETE: EntitlementData;
  /** Documented without a data format; not sent yet. */
  QUEST_USER_ENROLLMENT: unknown;
  /** A player sent a message in a lobby. */
  LOBBY_MESSAGE_CREATE: LobbyMessage;
  /** A message in a lobby was edited. */
  LOBBY_MESSAGE_UPDATE: LobbyMessage;
  /** A message in a lobby was deleted. */
  LOBBY_MESSAGE_DELETE: DeletedLobbyMessage;
  /** A player sent a direct message while in the game. */
  GAME_DIRECT_MESSAGE_CREATE: GameDirectMessage;
  /** A direct message was edited. */
  GAME_DIRECT_MESSAGE_UPDATE: GameDirectMessage;
  /** A direct message was deleted. */
  GAME_DIRECT_MESSAGE_DELETE: GameDirectMessage;
}
/** The name of a webhook event. */
export type WebhookEventType = keyof WebhookEventData;

/** The events that can be sent to the events URL. */
export const webhookEventTypes: readonly WebhookEventType[] = [
  "APPLICATION_AUTHORIZED",
  "APPLICATION_DEAUTHORIZED",
  "ENTITLEMENT_CREATE",
  "ENTITLEMENT_DELETE",
  "ENTITLEMENT_UPDATE",
  "GAME_DIRECT_MESSAGE_CREATE",
  "GAME_DIRECT_MESSAGE_DELETE",
  "GAME_DIRECT_MESSAGE_UPDATE",
  "LOBBY_MESSAGE_CREATE",
  "LOBBY_MESSAGE_DELETE",
  "LOBBY_MESSAGE_UPDATE",
  "QUEST_USER_ENROLLMENT",
];

/** Whether events are sent to the events URL (published description, `event_webhooks_status`). */
export const EventWebhooksStatus = {
  /** No events are sent. */
  Disabled: 1,
  /** Events are sent. */
  Enabled: 2,
} as const;
export type EventWebhooksStatus = (typeof EventWebhooksStatus)[keyof typeof EventWebhooksStatus];

/** A request to the events URL. */
export interface WebhookPayload<Type extends WebhookEventType = WebhookEventType> {
  /** The version of the event format. */
  readonly version: 1;
  /** The application that receives it. */
  readonly application_id: Snowflake;
  /** Ping or event. */
  readonly type: WebhookType;
  /** Absent in a ping. */
  readonly event?: {
    /** The event's name. */
    readonly type: Type;
    /** ISO 8601. */
    readonly timestamp: string;
    /** The event's data. */
    readonly data?: WebhookEventData[Type];
  };
}
