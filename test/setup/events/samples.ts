import * as z from "zod";
import type { GatewayEventData, GatewayEventName } from "../../../src/wire/gateway.ts";
import type { WebhookEventData, WebhookEventType } from "../../../src/wire/webhook-event.ts";

const time = "2026-11-22T07:42:00.123456+00:00";
const user = { id: "100000000000000003", username: "ada", global_name: "Ada" };

const entitlement = {
  id: "100000000000000010",
  sku_id: "100000000000000011",
  application_id: "100000000000000002",
  user_id: user.id,
  guild_id: "100000000000000020",
  type: 8,
  deleted: false,
  starts_at: time,
  ends_at: time,
  consumed: false,
};

const subscription = {
  id: "100000000000000012",
  user_id: user.id,
  sku_ids: ["100000000000000011"],
  entitlement_ids: ["100000000000000010"],
  renewal_sku_ids: ["100000000000000011"],
  current_period_start: time,
  current_period_end: time,
  status: 0,
  canceled_at: time,
  country: "GB",
};

const member = {
  guild_id: "100000000000000020",
  user,
  nick: "Countess",
  avatar: "a_1269e74af4df7417b13759eae50c83dc",
  banner: "b_1269e74af4df7417b13759eae50c83dc",
  roles: ["100000000000000021"],
  joined_at: time,
  premium_since: time,
  deaf: false,
  mute: true,
  flags: 3,
  pending: false,
  communication_disabled_until: time,
};

const auditLogEntry = {
  id: "100000000000000030",
  guild_id: "100000000000000020",
  target_id: "100000000000000040",
  user_id: user.id,
  action_type: 121,
  changes: [{ key: "100000000000000021", new_value: { permission: true }, old_value: [1] }],
  options: {
    application_id: "100000000000000002",
    auto_moderation_rule_name: "no links",
    auto_moderation_rule_trigger_type: "1",
    channel_id: "100000000000000022",
    count: "1",
    delete_member_days: "7",
    id: "100000000000000021",
    integration_type: "discord",
    members_removed: "2",
    message_id: "100000000000000023",
    role_name: "crew",
    status: "in port",
    type: "0",
  },
  reason: "asked for",
};

const socialMessage = {
  id: "100000000000000050",
  channel_id: "100000000000000051",
  author: user,
  content: "Ready?",
  type: 0,
  flags: 65_536,
  application_id: "100000000000000002",
  timestamp: time,
  edited_timestamp: time,
  lobby_id: "100000000000000052",
};

const directMessage = { ...socialMessage, recipient_id: user.id };

/** Data for every dispatch, with all typed fields and some others. */
export const gatewaySamples: { readonly [Name in GatewayEventName]: GatewayEventData[Name] } = {
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: {
    id: "100000000000000040",
    application_id: "100000000000000002",
    guild_id: "100000000000000020",
    permissions: [{ id: "100000000000000021", type: 1, permission: true }],
  },
  ENTITLEMENT_CREATE: entitlement,
  ENTITLEMENT_UPDATE: entitlement,
  ENTITLEMENT_DELETE: entitlement,
  GUILD_AUDIT_LOG_ENTRY_CREATE: auditLogEntry,
  GUILD_MEMBER_ADD: member,
  GUILD_MEMBER_UPDATE: member,
  GUILD_MEMBER_REMOVE: { guild_id: "100000000000000020", user },
  INTERACTION_CREATE: {
    id: "100000000000000001",
    application_id: "100000000000000002",
    type: 2,
    token: "interaction-token",
    version: 1,
    user,
    data: { id: "100000000000000040", type: 1, name: "sail" },
  },
  RATE_LIMITED: {
    opcode: 8,
    retry_after: 12.25,
    meta: { guild_id: "100000000000000020", nonce: "n1" },
  },
  SUBSCRIPTION_CREATE: subscription,
  SUBSCRIPTION_UPDATE: subscription,
  SUBSCRIPTION_DELETE: subscription,
};

export const webhookSamples: { readonly [Type in WebhookEventType]: WebhookEventData[Type] } = {
  APPLICATION_AUTHORIZED: {
    integration_type: 0,
    user,
    scopes: ["applications.commands"],
    guild: { id: "100000000000000020", name: "Harbour" },
  },
  APPLICATION_DEAUTHORIZED: { user },
  ENTITLEMENT_CREATE: entitlement,
  ENTITLEMENT_UPDATE: entitlement,
  ENTITLEMENT_DELETE: entitlement,
  QUEST_USER_ENROLLMENT: { anything: ["goes"] },
  LOBBY_MESSAGE_CREATE: socialMessage,
  LOBBY_MESSAGE_UPDATE: socialMessage,
  LOBBY_MESSAGE_DELETE: { id: "100000000000000050", lobby_id: "100000000000000052" },
  GAME_DIRECT_MESSAGE_CREATE: directMessage,
  GAME_DIRECT_MESSAGE_UPDATE: directMessage,
  GAME_DIRECT_MESSAGE_DELETE: directMessage,
};

const anId = z.string().refine((text) => /^\d{1,20}$/.test(text) && text >= "1" && BigInt(text) < 1n << 64n);
const aTime = z.string().refine((text) => Number.isFinite(new Date(text).getTime()));
const whole = z.number().refine((value) => value % 1 === 0);
const aUser = z.looseObject({ id: anId, username: z.string(), global_name: z.string().nullish() });

const anEntitlement = z.looseObject({
  id: anId,
  sku_id: anId,
  application_id: anId,
  user_id: anId.nullish(),
  guild_id: anId.nullish(),
  type: whole,
  deleted: z.boolean(),
  starts_at: aTime.nullish(),
  ends_at: aTime.nullish(),
  consumed: z.boolean().nullish(),
});

const aSubscription = z.looseObject({
  id: anId,
  user_id: anId,
  sku_ids: z.array(anId),
  entitlement_ids: z.array(anId),
  renewal_sku_ids: z.array(anId).nullable(),
  current_period_start: aTime,
  current_period_end: aTime,
  status: whole,
  canceled_at: aTime.nullable(),
  country: z.string().nullish(),
});

const aMember = z.looseObject({
  guild_id: anId,
  user: aUser,
  nick: z.string().nullish(),
  avatar: z.string().nullish(),
  banner: z.string().nullish(),
  roles: z.array(anId),
  joined_at: aTime.nullable(),
  premium_since: aTime.nullish(),
  deaf: z.boolean().nullish(),
  mute: z.boolean().nullish(),
  flags: whole.nullish(),
  pending: z.boolean().nullish(),
  communication_disabled_until: aTime.nullish(),
});

const anAuditLogEntry = z.looseObject({
  id: anId,
  guild_id: anId,
  target_id: z.string().nullable(),
  user_id: anId.nullable(),
  action_type: whole,
  changes: z.array(z.looseObject({ key: z.string().nullable() })).nullish(),
  options: z
    .looseObject({
      application_id: anId.nullish(),
      auto_moderation_rule_name: z.string().nullish(),
      auto_moderation_rule_trigger_type: z.string().nullish(),
      channel_id: anId.nullish(),
      count: z.string().nullish(),
      delete_member_days: z.string().nullish(),
      id: anId.nullish(),
      integration_type: z.string().nullish(),
      members_removed: z.string().nullish(),
      message_id: anId.nullish(),
      role_name: z.string().nullish(),
      status: z.string().nullish(),
      type: z.string().nullish(),
    })
    .nullish(),
  reason: z.string().nullish(),
});

const aSocialMessage = z.looseObject({
  id: anId,
  channel_id: anId,
  author: aUser,
  content: z.string(),
  type: whole.nullish(),
  flags: whole.nullish(),
  application_id: anId.nullish(),
  timestamp: aTime.nullish(),
  edited_timestamp: aTime.nullish(),
});
const aLobbyMessage = aSocialMessage.extend({ lobby_id: anId });
const aDirectMessage = aSocialMessage.extend({ lobby_id: anId.nullish(), recipient_id: anId.nullish() });

/** Independent schemas for the same shapes, which accept only valid data. */
export const gatewayOracle: { readonly [Name in GatewayEventName]?: z.ZodType } = {
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: z.looseObject({
    id: anId,
    application_id: anId,
    guild_id: anId,
    permissions: z.array(
      z.looseObject({
        id: anId,
        type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
        permission: z.boolean(),
      }),
    ),
  }),
  ENTITLEMENT_CREATE: anEntitlement,
  ENTITLEMENT_UPDATE: anEntitlement,
  ENTITLEMENT_DELETE: anEntitlement,
  GUILD_AUDIT_LOG_ENTRY_CREATE: anAuditLogEntry,
  GUILD_MEMBER_ADD: aMember,
  GUILD_MEMBER_UPDATE: aMember,
  GUILD_MEMBER_REMOVE: z.looseObject({ guild_id: anId, user: aUser }),
  RATE_LIMITED: z.looseObject({
    opcode: whole,
    retry_after: z.number().nonnegative(),
    meta: z.looseObject({ guild_id: anId, nonce: z.string().nullish() }),
  }),
  SUBSCRIPTION_CREATE: aSubscription,
  SUBSCRIPTION_UPDATE: aSubscription,
  SUBSCRIPTION_DELETE: aSubscription,
};

export const webhookOracle: { readonly [Type in WebhookEventType]: z.ZodType } = {
  APPLICATION_AUTHORIZED: z.looseObject({
    integration_type: whole.nullish(),
    user: aUser,
    scopes: z.array(z.string()),
    guild: z.looseObject({ id: anId, name: z.string() }).nullish(),
  }),
  APPLICATION_DEAUTHORIZED: z.looseObject({ user: aUser }),
  ENTITLEMENT_CREATE: anEntitlement,
  ENTITLEMENT_UPDATE: anEntitlement,
  ENTITLEMENT_DELETE: anEntitlement,
  QUEST_USER_ENROLLMENT: z.unknown(),
  LOBBY_MESSAGE_CREATE: aLobbyMessage,
  LOBBY_MESSAGE_UPDATE: aLobbyMessage,
  LOBBY_MESSAGE_DELETE: z.looseObject({ id: anId, lobby_id: anId }),
  GAME_DIRECT_MESSAGE_CREATE: aDirectMessage,
  GAME_DIRECT_MESSAGE_UPDATE: aDirectMessage,
  GAME_DIRECT_MESSAGE_DELETE: aDirectMessage,
};
