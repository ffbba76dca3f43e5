import type { Snowflake } from "./snowflake.ts";
import type { AuditLogEntry } from "./audit-log-entry.ts";
import type { GuildCommandPermissions } from "./command.ts";
import type { EntitlementData, SubscriptionData } from "./monetization.ts";
import type { GuildMemberData, RemovedGuildMember } from "./guild.ts";
import type {
  AutocompletePayload,
  CommandPayload,
  ComponentPayload,
  ModalPayload,
  PingPayload,
} from "./interaction.ts";

/** The opcodes of gateway messages (Discord documentation, Gateway, "Gateway Opcodes"). @stable */
export const GatewayOpcode = {
  /** From the gateway: an event. */
  Dispatch: 0,
  /** From either side: keeps the connection alive. */
  Heartbeat: 1,
  /** From the bot: opens a session. */
  Identify: 2,
  /** From the bot: sets the bot's status. */
  PresenceUpdate: 3,
  /** From the bot: joins, changes or leaves a voice channel. */
  VoiceStateUpdate: 4,
  /** From the bot: resumes a session after a lost connection. */
  Resume: 6,
  /** From the gateway: the bot must reconnect and resume. */
  Reconnect: 7,
  /** From the bot: requests a guild's members. */
  RequestGuildMembers: 8,
  /** From the gateway: the session has ended. `d` is true if it can be resumed. */
  InvalidSession: 9,
  /** From the gateway, as its first message: the heartbeat interval. */
  Hello: 10,
  /** From the gateway: acknowledges a heartbeat. */
  HeartbeatAck: 11,
  /** From the bot: requests guild soundboards. */
  RequestSoundboardSounds: 31,
} as const;

/** The gateway's close codes (Discord documentation, Gateway, "Gateway Close Event Codes"). */
export const GatewayCloseCode = {
  UnknownError: 4000,
  UnknownOpcode: 4001,
  DecodeError: 4002,
  NotAuthenticated: 4003,
  AuthenticationFailed: 4004,
  AlreadyAuthenticated: 4005,
  InvalidSeq: 4007,
  RateLimited: 4008,
  SessionTimedOut: 4009,
  InvalidShard: 4010,
  InvalidApiVersion: 4012,
  InvalidIntents: 4013,
  DisallowedIntents: 4014,
} as const;
export type GatewayCloseCode = (typeof GatewayCloseCode)[keyof typeof GatewayCloseCode];

/** The event groups that a bot can subscribe to, as bit flags (Discord documentation, Gateway, "List of Intents"). */
export const GatewayIntent = {
  Guilds: 0x1,
  GuildMembers: 0x2,
  GuildModeration: 0x4,
  GuildExpressions: 0x8,
  GuildIntegrations: 0x10,
  GuildWebhooks: 0x20,
  GuildInvites: 0x40,
  GuildVoiceStates: 0x80,
  GuildPresences: 0x100,
  GuildMessages: 0x200,
  GuildMessageReactions: 0x400,
  GuildMessageTyping: 0x800,
  DirectMessages: 0x1000,
  DirectMessageReactions: 0x2000,
  DirectMessageTyping: 0x4000,
  MessageContent: 0x8000,
  GuildScheduledEvents: 0x10000,
  AutoModerationConfiguration: 0x100000,
  AutoModerationExecution: 0x200000,
  GuildMessagePolls: 0x1000000,
  DirectMessagePolls: 0x2000000,
} as const;

/**
 * The privileged intents. Each maps to the two application flags that grant it: one for bots in at least 100 guilds, one for bots
 * in fewer (Discord documentation, Gateway, "Privileged Intents"; Application, "Application Flags").
 */
export const privilegedIntents: ReadonlyMap<number, number> = new Map([
  [GatewayIntent.GuildPresences, (1 << 12) | (1 << 13)],
  [GatewayIntent.GuildMembers, (1 << 14) | (1 << 15)],
  [GatewayIntent.MessageContent, (1 << 18) | (1 << 19)],
]);

/** The service's limits for gateway connections (Discord documentation, Gateway). */
export const gatewayLimits = {
  /** Bytes per message from a bot. */
  payloadBytes: 4096,
  /** Messages from a bot per minute. */
  sendsPerMinute: 120,
  /** Members per response to a member request. */
  membersPerChunk: 1000,
  /** Members per request by name prefix or id. */
  requestedMembers: 100,
  nonceBytes: 32,
  /** New sessions per day. */
  startsPerDay: 1000,
} as const;

/** The data of a gateway rate limit (Discord documentation, Gateway Events, "Rate Limited"). @stable */
export interface RateLimitedData {
  /** The opcode of the rejected request: a `GatewayOpcode`. */
  readonly opcode: number;
  /** How many seconds to wait. */
  readonly retry_after: number;
  /** Details of the request. For opcode 8, the member request. */
  readonly meta: {
    readonly guild_id: Snowflake;
    /** The request's `nonce`, if any. */
    readonly nonce?: string | null;
  };
}

/** An audit log entry and its guild. @stable */
export interface GuildAuditLogEntry extends AuditLogEntry {
  readonly guild_id: Snowflake;
}

/** The data (`d`) of each supported dispatch, by event name (`t`) (Discord documentation, Gateway Events). @stable */
export interface GatewayEventData {
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: GuildCommandPermissions;
  ENTITLEMENT_CREATE: EntitlementData;
  ENTITLEMENT_UPDATE: EntitlementData;
  /** Sent when an entitlement is deleted, for example after a refund. */
  ENTITLEMENT_DELETE: EntitlementData;
  /** Sent when an entry is added to a guild's audit log. Requires the `ViewAuditLog` permission. */
  GUILD_AUDIT_LOG_ENTRY_CREATE: GuildAuditLogEntry;
  GUILD_MEMBER_ADD: GuildMemberData;
  /** Sent when a member's data changes, for example their roles, nickname or timeout. */
  GUILD_MEMBER_UPDATE: GuildMemberData;
  GUILD_MEMBER_REMOVE: RemovedGuildMember;
  /** Sent when a player uses a command, component or modal, but only to applications without an interactions endpoint. */
  INTERACTION_CREATE: CommandPayload | ComponentPayload | AutocompletePayload | ModalPayload | PingPayload;
  RATE_LIMITED: RateLimitedData;
  SUBSCRIPTION_CREATE: SubscriptionData;
  SUBSCRIPTION_UPDATE: SubscriptionData;
  SUBSCRIPTION_DELETE: SubscriptionData;
}
/** The name of a supported dispatch. @stable */
export type GatewayEventName = keyof GatewayEventData;

/** A supported dispatch: the event's name and data. @stable */
export type GatewayDispatch<Name extends GatewayEventName = GatewayEventName> = {
  readonly [Each in Name]: {
    readonly t: Each;
    readonly d: GatewayEventData[Each];
  };
}[Name];
