import type { Snowflake } from "./snowflake.ts";
import type { EntitlementData } from "./monetization.ts";
import type { DeletedLobbyMessage, GameDirectMessage, LobbyMessage } from "./lobby.ts";
import type { WireUser } from "./user.ts";

/** The request types that the events URL receives (Discord documentation, Webhook Events, "Webhook Types"). @stable */
export const WebhookType = {
  /** Checks that the endpoint responds. */
  Ping: 0,
  Event: 1,
} as const;
export type WebhookType = (typeof WebhookType)[keyof typeof WebhookType];

/** Sent when a user installs the application to an account or guild. @stable */
export interface ApplicationAuthorizedData {
  /** 0 for a guild, 1 for a user, or a value that Discord added later. */
  readonly integration_type?: number | null;
  readonly user: WireUser;
  readonly scopes: readonly string[];
  /** The guild, if the installation context is 0. */
  readonly guild?: {
    readonly id: Snowflake;
    readonly name: string;
  } | null;
}

/** Sent when a user unlinks the account or revokes the authorization. The tokens are no longer valid. @stable */
export type ApplicationDeauthorizedData = Pick<ApplicationAuthorizedData, "user">;

/** Each event's `data` (Discord documentation, Webhook Events, "Event Types"). Other events are passed on unchanged. @stable */
export interface WebhookEventData {
  /** Sent when a user installs the application to an account or guild. */
  APPLICATION_AUTHORIZED: ApplicationAuthorizedData;
  /** Sent when a user unlinks the application. Delete the user's tokens. */
  APPLICATION_DEAUTHORIZED: ApplicationDeauthorizedData;
  ENTITLEMENT_CREATE: EntitlementData;
  ENTITLEMENT_UPDATE: EntitlementData;
  /** Sent when an entitlement is deleted, for example after a refund. */
  ENTITLEMENT_DELETE: EntitlementData;
  /** Not sent yet. The documentation does not define a data format. */
  QUEST_USER_ENROLLMENT: unknown;
  LOBBY_MESSAGE_CREATE: LobbyMessage;
  LOBBY_MESSAGE_UPDATE: LobbyMessage;
  LOBBY_MESSAGE_DELETE: DeletedLobbyMessage;
  /** Sent when a player sends a direct message while in the game. */
  GAME_DIRECT_MESSAGE_CREATE: GameDirectMessage;
  GAME_DIRECT_MESSAGE_UPDATE: GameDirectMessage;
  GAME_DIRECT_MESSAGE_DELETE: GameDirectMessage;
}
/** The name of a webhook event. @stable */
export type WebhookEventType = keyof WebhookEventData;

/** The events that can be sent to the events URL. @stable */
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

/** Whether events are sent to the events URL (published description, `event_webhooks_status`). @stable */
export const EventWebhooksStatus = {
  Disabled: 1,
  Enabled: 2,
} as const;
export type EventWebhooksStatus = (typeof EventWebhooksStatus)[keyof typeof EventWebhooksStatus];

/** A request to the events URL. @stable */
export interface WebhookPayload<Type extends WebhookEventType = WebhookEventType> {
  readonly version: 1;
  readonly application_id: Snowflake;
  readonly type: WebhookType;
  /** Absent in a ping. */
  readonly event?: {
    readonly type: Type;
    /** ISO 8601. */
    readonly timestamp: string;
    readonly data?: WebhookEventData[Type];
  };
}
