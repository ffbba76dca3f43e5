import { orNull } from "../core/check/readers.ts";
import type { Reader } from "../core/check/reader.ts";
import type { Table } from "../core/check/fields.ts";
import type { AuditLogChange, AuditLogOptions } from "../wire/audit-log-entry.ts";
import {
  type GuildCommandPermissions,
  type PermissionOverwrite,
  PermissionType,
} from "../wire/command-permission.ts";
import type { EntitlementData } from "../wire/entitlement.ts";
import type { GuildAuditLogEntry, RateLimitedData } from "../wire/gateway-event.ts";
import type { GuildMemberData, RemovedGuildMember } from "../wire/guild-member.ts";
import type {
  DeletedLobbyMessage,
  GameDirectMessage,
  LobbyMessage,
  SocialMessage,
} from "../wire/social-message.ts";
import type { SubscriptionData } from "../wire/subscription.ts";
import type { WireUser } from "../wire/user.ts";
import type { ApplicationAuthorizedData, ApplicationDeauthorizedData } from "../wire/webhook-event.ts";
import { anything, flag, id, list, oneOf, optional, seconds, shape, text, time, whole } from "./shape.ts";

const user: Reader<WireUser> = shape<WireUser>({
  id,
  username: text,
  global_name: optional(text),
});

export const entitlement: Reader<EntitlementData> = shape<EntitlementData>({
  id,
  sku_id: id,
  application_id: id,
  user_id: optional(id),
  guild_id: optional(id),
  type: whole,
  deleted: flag,
  starts_at: optional(time),
  ends_at: optional(time),
  consumed: optional(flag),
});

export const subscription: Reader<SubscriptionData> = shape<SubscriptionData>({
  id,
  user_id: id,
  sku_ids: list(id),
  entitlement_ids: list(id),
  renewal_sku_ids: orNull(list(id)),
  current_period_start: time,
  current_period_end: time,
  status: whole,
  canceled_at: orNull(time),
  country: optional(text),
});

export const commandPermissions: Reader<GuildCommandPermissions> = shape<GuildCommandPermissions>({
  id,
  application_id: id,
  guild_id: id,
  permissions: list(
    shape<PermissionOverwrite>({ id, type: oneOf(Object.values(PermissionType)), permission: flag }),
  ),
});

export const guildMember: Reader<GuildMemberData> = shape<GuildMemberData>({
  guild_id: id,
  user,
  nick: optional(text),
  avatar: optional(text),
  banner: optional(text),
  roles: list(id),
  joined_at: orNull(time),
  premium_since: optional(time),
  deaf: optional(flag),
  mute: optional(flag),
  flags: optional(whole),
  pending: optional(flag),
  communication_disabled_until: optional(time),
});

export const removedGuildMember: Reader<RemovedGuildMember> = shape<RemovedGuildMember>({
  guild_id: id,
  user,
});

export const auditLogEntry: Reader<GuildAuditLogEntry> = shape<GuildAuditLogEntry>({
  id,
  guild_id: id,
  target_id: orNull(text),
  user_id: orNull(id),
  action_type: whole,
  changes: optional(
    list(shape<AuditLogChange>({ key: orNull(text), new_value: anything, old_value: anything })),
  ),
  options: optional(
    shape<AuditLogOptions>({
      application_id: optional(id),
      auto_moderation_rule_name: optional(text),
      auto_moderation_rule_trigger_type: optional(text),
      channel_id: optional(id),
      count: optional(text),
      delete_member_days: optional(text),
      id: optional(id),
      integration_type: optional(text),
      members_removed: optional(text),
      message_id: optional(id),
      role_name: optional(text),
      status: optional(text),
      type: optional(text),
    }),
  ),
  reason: optional(text),
});

export const rateLimited: Reader<RateLimitedData> = shape<RateLimitedData>({
  opcode: whole,
  retry_after: seconds,
  meta: shape<RateLimitedData["meta"]>({ guild_id: id, nonce: optional(text) }),
});

export const applicationAuthorized: Reader<ApplicationAuthorizedData> = shape<ApplicationAuthorizedData>({
  integration_type: optional(whole),
  user,
  scopes: list(text),
  guild: optional(shape<NonNullable<ApplicationAuthorizedData["guild"]>>({ id, name: text })),
});

export const applicationDeauthorized: Reader<ApplicationDeauthorizedData> =
  shape<ApplicationDeauthorizedData>({ user });

const socialMessage: Table<SocialMessage> = {
  id,
  channel_id: id,
  author: user,
  content: text,
  type: optional(whole),
  flags: optional(whole),
  application_id: optional(id),
  timestamp: optional(time),
  edited_timestamp: optional(time),
};

export const lobbyMessage: Reader<LobbyMessage> = shape<LobbyMessage>({ ...socialMessage, lobby_id: id });

export const deletedLobbyMessage: Reader<DeletedLobbyMessage> = shape<DeletedLobbyMessage>({
  id,
  lobby_id: id,
});

export const gameDirectMessage: Reader<GameDirectMessage> = shape<GameDirectMessage>({
  ...socialMessage,
  lobby_id: optional(id),
  recipient_id: optional(id),
});
