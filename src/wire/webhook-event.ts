import type { Snowflake } from "../snowflake.ts";
import type { InstallationContext } from "./command.ts";
import type { EntitlementData } from "./entitlement.ts";
import type { WireUser } from "./user.ts";

/** Kinds of requests to the events URL (Discord documentation, Webhook Events, "Webhook Types"). */
export const WebhookType = { Ping: 0, Event: 1 } as const;
export type WebhookType = (typeof WebhookType)[keyof typeof WebhookType];

/** A user added the application to an account or guild. */
export interface ApplicationAuthorizedData {
  readonly integration_type?: InstallationContext;
  readonly user: WireUser;
  readonly scopes: readonly string[];
  readonly guild?: { readonly id: Snowflake; readonly name: string };
}

/** A user unlinked the account or revoked the authorization: the tokens are gone. */
export interface ApplicationDeauthorizedData {
  readonly user: WireUser;
}

/** `data` of each event (Discord documentation, Webhook Events, "Event Types"); what is not typed is passed on as it came. */
export interface WebhookEventData {
  APPLICATION_AUTHORIZED: ApplicationAuthorizedData;
  APPLICATION_DEAUTHORIZED: ApplicationDeauthorizedData;
  ENTITLEMENT_CREATE: EntitlementData;
  ENTITLEMENT_UPDATE: EntitlementData;
  ENTITLEMENT_DELETE: EntitlementData;
  QUEST_USER_ENROLLMENT: unknown;
  LOBBY_MESSAGE_CREATE: unknown;
  LOBBY_MESSAGE_UPDATE: unknown;
  LOBBY_MESSAGE_DELETE: unknown;
  GAME_DIRECT_MESSAGE_CREATE: unknown;
  GAME_DIRECT_MESSAGE_UPDATE: unknown;
  GAME_DIRECT_MESSAGE_DELETE: unknown;
}
export type WebhookEventType = keyof WebhookEventData;

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
