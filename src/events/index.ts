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
export type { GuildCommandPermissions, PermissionOverwrite } from "../wire/command-permission.ts";
export { PermissionType } from "../wire/command-permission.ts";
export * from "../wire/entitlement.ts";
export { GatewayOpcode } from "../wire/gateway.ts";
export * from "../wire/gateway-event.ts";
export * from "../wire/guild-member.ts";
export type * from "../wire/interaction.ts";
export * from "../wire/social-message.ts";
export * from "../wire/subscription.ts";
export type { WireUser } from "../wire/user.ts";
export * from "../wire/webhook-event.ts";
export type { SnowflakeInput } from "../wire/snowflake.ts";
