export { type GatewayEvent, parseGatewayEvent, type UnknownGatewayEvent } from "./gateway-event.ts";
export {
  createMemberRequestGate,
  type MemberRequestGate,
  type MemberRequestGateOptions,
} from "./member-request-gate.ts";
export {
  type KnownWebhookEvent,
  parseWebhookEvent,
  type UnknownWebhookEvent,
  type WebhookEvent,
  type WebhookPing,
} from "./webhook-event.ts";
export { ClientError, ErrorType, isClientError } from "../core/errors.ts";
export * from "../wire/audit-log-entry.ts";
export { type GuildCommandPermissions, type PermissionOverwrite, PermissionType } from "../wire/command.ts";
export {
  type GatewayDispatch,
  type GatewayEventData,
  type GatewayEventName,
  GatewayOpcode,
  type GuildAuditLogEntry,
  type RateLimitedData,
} from "../wire/gateway.ts";
export type { WireUser } from "../wire/user.ts";
export * from "../wire/webhook-event.ts";
export type { SnowflakeInput } from "../wire/snowflake.ts";
export {
  type EntitlementData,
  EntitlementType,
  type SubscriptionData,
  SubscriptionStatus,
} from "../wire/monetization.ts";
export type { GuildMemberData, RemovedGuildMember } from "../wire/guild.ts";
export type { DeletedLobbyMessage, GameDirectMessage, LobbyMessage, SocialMessage } from "../wire/lobby.ts";
export * from "../wire/interaction.ts";
