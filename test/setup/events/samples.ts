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
