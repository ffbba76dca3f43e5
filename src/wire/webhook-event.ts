import type { Snowflake } from "./snowflake.ts";
import type { EntitlementData } from "./monetization.ts";
import type { DeletedLobbyMessage, GameDirectMessage, LobbyMessage } from "./lobby.ts";
import type { WireUser } from "./user.ts";

/** Kinds of requests to the events URL (Discord documentation, Webhook Events, "Webhook Types"). */
export const WebhookType = {
  /** Asks whether somebody listens. */
  Ping: 0,
  /** Brings an event. */
  Event: 1,
} as const;
export type WebhookType = (typeof WebhookType)[keyof typeof WebhookType];

/** A user added the application to an account or guild. */
export interface ApplicationAuthorizedData {
  /** 0 for a guild, 1 for a user, or an installation context that is newer than this package. */
  readonly integration_type?: number | null;
  /** The user who added it. */
  readonly user: WireUser;
  /** Scopes that the user granted. */
  readonly scopes: readonly string[];
  /** With the installation context 0. */
  readonly guild?: {
    /** Id of the guild that it was added to. */
    readonly id: Snowflake;
    /** Its name at that moment. */
    readonly name: string;
  } | null;
}

/** A user unlinked the account or revoked the authorization: the tokens are gone. */
export type ApplicationDeauthorizedData = Pick<ApplicationAuthorizedData, "user">;

/**
 * `data` of each event (Discord documentation, Webhook Events, "Event Types"); events without a type here are passed on
 * unchanged.
 */
export interface WebhookEventData {
  /** A user added the application, to an account or guild. */
  APPLICATION_AUTHORIZED: ApplicationAuthorizedData;
  /** A user unlinked the application: delete the tokens. */
  APPLICATION_DEAUTHORIZED: ApplicationDeauthorizedData;
  /** Somebody bought or was given something. */
  ENTITLEMENT_CREATE: EntitlementData;
  /** An entitlement changed; of a subscription: it ended. */
  ENTITLEMENT_UPDATE: EntitlementData;
  /** An entitlement was taken away: a refund, or the end of a test. */
  ENTITLEMENT_DELETE: EntitlementData;
  /** Documented without a shape: no application receives it yet. */
  QUEST_USER_ENROLLMENT: unknown;
  /** A player wrote in a lobby. */
  LOBBY_MESSAGE_CREATE: LobbyMessage;
  /** A message in a lobby was edited. */
  LOBBY_MESSAGE_UPDATE: LobbyMessage;
  /** A message in a lobby was deleted. */
  LOBBY_MESSAGE_DELETE: DeletedLobbyMessage;
  /** A player wrote to another one, with the game open. */
  GAME_DIRECT_MESSAGE_CREATE: GameDirectMessage;
  /** A direct message was edited. */
  GAME_DIRECT_MESSAGE_UPDATE: GameDirectMessage;
  /** A direct message was deleted. */
  GAME_DIRECT_MESSAGE_DELETE: GameDirectMessage;
}
/** The name of a webhook event. */
export type WebhookEventType = keyof WebhookEventData;

/** Every event that the events URL can be sent. */
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

/** Whether the events URL is used (published description, `event_webhooks_status`). */
export const EventWebhooksStatus = {
  /** No events are sent. */
  Disabled: 1,
  /** Events are sent. */
  Enabled: 2,
} as const;
export type EventWebhooksStatus = (typeof EventWebhooksStatus)[keyof typeof EventWebhooksStatus];

/** A request to the events URL. */
export interface WebhookPayload<Type extends WebhookEventType = WebhookEventType> {
  /** Version of the form of events. */
  readonly version: 1;
  /** The application that gets it. */
  readonly application_id: Snowflake;
  /** Ping or event. */
  readonly type: WebhookType;
  /** Absent in a ping. */
  readonly event?: {
    /** Name of the event. */
    readonly type: Type;
    /** ISO 8601. */
    readonly timestamp: string;
    /** Data of the event, by its name. */
    readonly data?: WebhookEventData[Type];
  };
}
