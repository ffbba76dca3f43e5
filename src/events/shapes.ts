import { type ClientError, isClientError, validationError } from "../core/errors.ts";
import type { Table } from "../core/check/fields.ts";
import {
  type Reader,
  wrongArgument,
  isObject,
  orNull,
  readerOf,
  isSnowflake,
} from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { AuditLogChange, AuditLogOptions } from "../wire/audit-log-entry.ts";
import type { WireUser } from "../wire/user.ts";
import type { ApplicationAuthorizedData, ApplicationDeauthorizedData } from "../wire/webhook-event.ts";
import { type GuildCommandPermissions, type PermissionOverwrite, PermissionType } from "../wire/command.ts";
import type { EntitlementData, SubscriptionData } from "../wire/monetization.ts";
import type { GuildAuditLogEntry, RateLimitedData } from "../wire/gateway.ts";
import type { GuildMemberData, RemovedGuildMember } from "../wire/guild.ts";
import type { DeletedLobbyMessage, GameDirectMessage, LobbyMessage, SocialMessage } from "../wire/lobby.ts";

const code = "malformed_event";
const hint = "Pass the event unchanged. If you did, the service has changed its format: please report it.";

/** The error contains no values, because events carry personal data. */
export function malformedEvent(path: string, value: unknown, expected: string): ClientError {
  return wrongArgument(path, value, expected, { code, hint });
}

export function undocumentedPart(path: string): ClientError {
  return validationError(code, `${path} does not match the documentation.`, hint);
}

/** Getters and proxies may throw anything. */
export function readEvent<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw isClientError(error)
      ? error
      : validationError(code, "The event cannot be read: a getter or proxy threw.", hint);
  }
}

const reader = <T>(expected: string, isOne: (value: unknown) => boolean): Reader<T> =>
  readerOf(expected, isOne, { code, hint });

export const text: Reader<string> = reader("a string", (value) => typeof value === "string");
const flag: Reader<boolean> = reader("true or false", (value) => typeof value === "boolean");
const whole: Reader<number> = reader("a whole number", Number.isInteger);
const seconds: Reader<number> = reader(
  "a number of seconds",
  (value) => Number.isFinite(value) && Number(value) >= 0,
);
export const id: Reader<Snowflake> = reader("an id: a string of digits", isSnowflake);
const time: Reader<string> = reader(
  "an ISO 8601 time",
  (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
);

export const anything: Reader<unknown> = (value) => value;

export function oneOf<T>(values: readonly T[]): Reader<T> {
  return reader(values.map((one) => JSON.stringify(one)).join(" or "), (value) =>
    (values as readonly unknown[]).includes(value),
  );
}

/** The service may send null instead of omitting a field. */
function optional<T>(read: Reader<T>): Reader<T | null | undefined> {
  return (value, path) => (value === undefined || value === null ? value : read(value, path));
}

export function list<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw malformedEvent(path, value, "a list");
    // `forEach` would skip holes.
    for (let index = 0; index < value.length; index++) read(value[index], `${path}[${index}]`);
    return value as readonly T[];
  };
}

/** The compiler checks that the table is complete. */
function shape<T extends object>(table: Table<T>): Reader<T> {
  const readers = Object.entries(table) as [string, Reader<unknown>][];
  return (value, path) => {
    if (!isObject(value)) throw malformedEvent(path, value, "an object");
    for (const [key, read] of readers) read(value[key], `${path}.${key}`);
    return value as T;
  };
}

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
