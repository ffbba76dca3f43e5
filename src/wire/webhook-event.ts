import type { Snowflake } from "./snowflake.ts";
import type { EntitlementData } from "./monetization.ts";
import type { DeletedLobbyMessage, GameDirectMessage, LobbyMessage } from "./lobby.ts";
import type { WireUser } from "./user.ts";

/** Kinds of requests to the events URL (Discord documentation, Webhook Events, "Webhook Types"). */
export const WebhookType = { Ping: 0, Event: 1 } as const;
export type WebhookType = (typeof WebhookType)[keyof typeof WebhookType];

/** A user added the application to an account or guild. */
export interface ApplicationAuthorizedData {
  /** 0 for a guild, 1 for a user, or an installation context that is newer than this package. */
  readonly integration_type?: number | null;
  readonly user: WireUser;
  readonly scopes: readonly string[];
  /** With the installation context 0. */
  readonly guild?: { readonly id: Snowflake; readonly name: string } | null;
}

/** A user unlinked the account or revoked the authorization: the tokens are gone. */
export type ApplicationDeauthorizedData = Pick<ApplicationAuthorizedData, "user">;

/**
 * `data` of each event (Discord documentation, Webhook Events, "Event Types"); events without a type here are passed on
 * unchanged.
 */
export interface WebhookEventData {
  APPLICATION_AUTHORIZED: ApplicationAuthorizedData;
  APPLICATION_DEAUTHORIZED: ApplicationDeauthorizedData;
  ENTITLEMENT_CREATE: EntitlementData;
  ENTITLEMENT_UPDATE: EntitlementData;
  ENTITLEMENT_DELETE: EntitlementData;
  /** Documented without a shape: no application receives it yet. */
  QUEST_USER_ENROLLMENT: unknown;
  LOBBY_MESSAGE_CREATE: LobbyMessage;
  LOBBY_MESSAGE_UPDATE: LobbyMessage;
  LOBBY_MESSAGE_DELETE: DeletedLobbyMessage;
  GAME_DIRECT_MESSAGE_CREATE: GameDirectMessage;
  GAME_DIRECT_MESSAGE_UPDATE: GameDirectMessage;
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
export const EventWebhooksStatus = { Disabled: 1, Enabled: 2 } as const;

/** A request to the events URL. */
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
