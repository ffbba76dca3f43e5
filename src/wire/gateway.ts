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

/** The kinds of gateway messages (Discord documentation, Gateway, "Gateway Opcodes"). */
export const GatewayOpcode = {
  /** From the gateway: an event. */
  Dispatch: 0,
  /** From either side: is the connection alive? */
  Heartbeat: 1,
  /** From the bot: begins a session. */
  Identify: 2,
  /** From the bot: sets its status. */
  PresenceUpdate: 3,
  /** From the bot: joins, changes or leaves a voice channel. */
  VoiceStateUpdate: 4,
  /** From the bot: goes on with a session after a lost connection. */
  Resume: 6,
  /** From the gateway: connect anew, and resume. */
  Reconnect: 7,
  /** From the bot: asks for members of a guild. */
  RequestGuildMembers: 8,
  /** From the gateway: the session is over; `d` says whether it can be resumed. */
  InvalidSession: 9,
  /** From the gateway, first: how often to send heartbeats. */
  Hello: 10,
  /** From the gateway: the heartbeat arrived. */
  HeartbeatAck: 11,
  /** From the bot: asks for the soundboards of guilds. */
  RequestSoundboardSounds: 31,
} as const;

/** Why the gateway ends a connection (Discord documentation, Gateway, "Gateway Close Event Codes"). */
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

/** The groups of events that a bot asks for, as bits (Discord documentation, Gateway, "List of Intents"). */
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
 * The intents that an application is given, and the flags of it that say so: for bots in many guilds, and in few (Discord
 * documentation, Gateway, "Privileged Intents"; Application, "Application Flags").
 */
export const privilegedIntents: ReadonlyMap<number, number> = new Map([
  [GatewayIntent.GuildPresences, (1 << 12) | (1 << 13)],
  [GatewayIntent.GuildMembers, (1 << 14) | (1 << 15)],
  [GatewayIntent.MessageContent, (1 << 18) | (1 << 19)],
]);

/** The service's limits for a connection to its gateway (Discord documentation, Gateway). */
export const gatewayLimits = {
  /** The bytes of one message of a bot. */
  payloadBytes: 4096,
  /** The messages of a bot in one minute. */
  sendsPerMinute: 120,
  /** Members that one answer to a request for members holds. */
  membersPerChunk: 1000,
  /** Members that are found by a part of their name, or asked for by id. */
  membersAsked: 100,
  nonceBytes: 32,
  /** New sessions in a day. */
  startsPerDay: 1000,
} as const;

/** A request over the gateway was refused, since it came too soon (Discord documentation, Gateway Events, "Rate Limited"). */
export interface RateLimitedData {
  /** Of the request: a `GatewayOpcode`. */
  readonly opcode: number;
  /** Seconds until it may be sent again. */
  readonly retry_after: number;
  /** What was asked for: with the opcode 8, the members of a guild. */
  readonly meta: {
    /** The guild whose members were asked for. */
    readonly guild_id: Snowflake;
    /** The `nonce` of the request, where it had one. */
    readonly nonce?: string | null;
  };
}

/** An entry of the audit log, and whose log it is. */
export interface GuildAuditLogEntry extends AuditLogEntry {
  /** The guild whose log it is. */
  readonly guild_id: Snowflake;
}

/** `d` of each dispatch that the library reads, by its `t` (Discord documentation, Gateway Events). */
export interface GatewayEventData {
  /** Permissions of a command changed in a guild: the new ones. */
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: GuildCommandPermissions;
  /** Somebody bought or was given something. */
  ENTITLEMENT_CREATE: EntitlementData;
  /** An entitlement changed; of a subscription: it ended. */
  ENTITLEMENT_UPDATE: EntitlementData;
  /** An entitlement was taken away: a refund, or the end of a test. */
  ENTITLEMENT_DELETE: EntitlementData;
  /** Something was noted in a guild's audit log. Needs the permission `ViewAuditLog`. */
  GUILD_AUDIT_LOG_ENTRY_CREATE: GuildAuditLogEntry;
  /** Somebody came into a guild. */
  GUILD_MEMBER_ADD: GuildMemberData;
  /** A member changed: roles, name, timeout. */
  GUILD_MEMBER_UPDATE: GuildMemberData;
  /** Somebody left a guild, or was removed. */
  GUILD_MEMBER_REMOVE: RemovedGuildMember;
  /** A player used a command, component or modal. Only for applications without an interactions endpoint. */
  INTERACTION_CREATE: CommandPayload | ComponentPayload | AutocompletePayload | ModalPayload | PingPayload;
  /** A request of the bot over the gateway came too soon. */
  RATE_LIMITED: RateLimitedData;
  /** Somebody subscribed. */
  SUBSCRIPTION_CREATE: SubscriptionData;
  /** A subscription was renewed, cancelled or changed. */
  SUBSCRIPTION_UPDATE: SubscriptionData;
  /** A subscription was removed. */
  SUBSCRIPTION_DELETE: SubscriptionData;
}
/** Name of a dispatch that the library reads. */
export type GatewayEventName = keyof GatewayEventData;

/** A dispatch that the library reads: what happened, and to what. */
export type GatewayDispatch<Name extends GatewayEventName = GatewayEventName> = {
  readonly [Each in Name]: {
    /** Name of the event. */
    readonly t: Each;
    /** Data of the event. */
    readonly d: GatewayEventData[Each];
  };
}[Name];
