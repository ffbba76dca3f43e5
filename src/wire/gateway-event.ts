import type { Snowflake } from "./snowflake.ts";
import type { AuditLogEntry } from "./audit-log-entry.ts";
import type { GuildCommandPermissions } from "./command-permission.ts";
import type { EntitlementData } from "./entitlement.ts";
import type { GuildMemberData, RemovedGuildMember } from "./guild-member.ts";
import type {
  AutocompletePayload,
  CommandPayload,
  ComponentPayload,
  ModalPayload,
  PingPayload,
} from "./interaction.ts";
import type { SubscriptionData } from "./subscription.ts";

/** A request over the gateway was refused, since it came too soon (Discord documentation, Gateway Events, "Rate Limited"). */
export interface RateLimitedData {
  /** Of the request: a `GatewayOpcode`. */
  readonly opcode: number;
  /** Seconds until it may be sent again. */
  readonly retry_after: number;
  /** What was asked for: with the opcode 8, the members of a guild. */
  readonly meta: { readonly guild_id: Snowflake; readonly nonce?: string | null };
}

/** An entry of the audit log, and whose log it is. */
export interface GuildAuditLogEntry extends AuditLogEntry {
  readonly guild_id: Snowflake;
}

/** `d` of each dispatch that the library reads, by its `t` (Discord documentation, Gateway Events). */
export interface GatewayEventData {
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: GuildCommandPermissions;
  ENTITLEMENT_CREATE: EntitlementData;
  ENTITLEMENT_UPDATE: EntitlementData;
  ENTITLEMENT_DELETE: EntitlementData;
  GUILD_AUDIT_LOG_ENTRY_CREATE: GuildAuditLogEntry;
  GUILD_MEMBER_ADD: GuildMemberData;
  GUILD_MEMBER_UPDATE: GuildMemberData;
  GUILD_MEMBER_REMOVE: RemovedGuildMember;
  INTERACTION_CREATE: CommandPayload | ComponentPayload | AutocompletePayload | ModalPayload | PingPayload;
  RATE_LIMITED: RateLimitedData;
  SUBSCRIPTION_CREATE: SubscriptionData;
  SUBSCRIPTION_UPDATE: SubscriptionData;
  SUBSCRIPTION_DELETE: SubscriptionData;
}
/** Name of a dispatch that the library reads. */
export type GatewayEventName = keyof GatewayEventData;

/** A dispatch that the library reads: what happened, and to what. */
export type GatewayDispatch<Name extends GatewayEventName = GatewayEventName> = {
  readonly [Each in Name]: { readonly t: Each; readonly d: GatewayEventData[Each] };
}[Name];
