import { isObject } from "../../core/check/readers.ts";
import { isSnowflake } from "../../core/snowflake.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { CommandData, ResolvedData, WireMember, WireRole } from "../../wire/interaction.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { WireUser } from "../../wire/user.ts";
import { isUser, malformed } from "../../events/interaction-payload.ts";

/** A user picked by the player; with the member, where the interaction comes from a guild the user is in. */
export interface ResolvedUser {
  readonly id: Snowflake;
  readonly user: WireUser;
  readonly member?: WireMember | undefined;
  readonly role?: undefined;
}

/** A role picked where users and roles can be. */
export interface ResolvedRole {
  readonly id: Snowflake;
  readonly role: WireRole;
  readonly user?: undefined;
  readonly member?: undefined;
}

/** The record behind an id, with its own id in it; undefined when the service sent none. */
export function find(kind: keyof ResolvedData, id: unknown, data: CommandData): object | undefined {
  const records: unknown = data.resolved?.[kind];
  // Ids are digits only, so nothing inherited is found.
  const record = isObject(records) && isSnowflake(id) ? records[id] : undefined;
  return isObject(record) ? record : undefined;
}

/** The user with an id, and the member where there is one. */
export function resolveUser(id: unknown, data: CommandData): ResolvedUser | undefined {
  const user = find("users", id, data);
  if (!isUser(user)) return undefined;
  return { id: user.id, user, member: find("members", id, data) as WireMember | undefined };
}

/** The user or role with an id. */
export function resolveMentionable(id: unknown, data: CommandData): ResolvedUser | ResolvedRole | undefined {
  const role = find("roles", id, data) as WireRole | undefined;
  return role ? { id: role.id, role } : resolveUser(id, data);
}

/** The user a context menu command was used on. */
export function resolveUserTarget(data: CommandData): ResolvedUser {
  const target = resolveUser(data.target_id, data);
  if (!target) throw malformed("data.target_id");
  return target;
}

/** The message a context menu command was used on. */
export function resolveMessageTarget(data: CommandData): WireMessage {
  const message = find("messages", data.target_id, data) as WireMessage | undefined;
  if (!message || !isUser(message.author) || typeof message.content !== "string") {
    throw malformed("data.target_id");
  }
  return message;
}
