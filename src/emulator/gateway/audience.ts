import type { Snowflake } from "../../wire/snowflake.ts";
import { GatewayIntent } from "../../wire/gateway.ts";
import type { GatewayEventName } from "../../wire/gateway-event.ts";
import { Permission } from "../../wire/permission.ts";
import type { Happening } from "../state/world-events.ts";
import { isOfShard } from "../state/online-bots.ts";
import { holds } from "../state/permission-book.ts";
import type { GatewaySession } from "./session.ts";

/**
 * Whom the gateway tells of what, by the intent that it takes (Discord documentation, Gateway, "List of Intents"). What is
 * not here goes to the URL for events alone.
 */
const intents: Readonly<Record<GatewayEventName, number>> = {
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: 0,
  ENTITLEMENT_CREATE: 0,
  ENTITLEMENT_UPDATE: 0,
  ENTITLEMENT_DELETE: 0,
  GUILD_AUDIT_LOG_ENTRY_CREATE: GatewayIntent.GuildModeration,
  GUILD_MEMBER_ADD: GatewayIntent.GuildMembers,
  GUILD_MEMBER_UPDATE: GatewayIntent.GuildMembers,
  GUILD_MEMBER_REMOVE: GatewayIntent.GuildMembers,
  INTERACTION_CREATE: 0,
  RATE_LIMITED: 0,
  SUBSCRIPTION_CREATE: 0,
  SUBSCRIPTION_UPDATE: 0,
  SUBSCRIPTION_DELETE: 0,
};

/** Whether a bot hears of something over this session. */
export function hears({ identity }: GatewaySession, { name, data, applicationId }: Happening): boolean {
  const { application, shard } = identity;
  const intent = (intents as Readonly<Record<string, number | undefined>>)[name];
  if (intent === undefined || (identity.intents & intent) !== intent) return false;
  if (applicationId !== undefined && applicationId !== application.id) return false;
  const guildId = (data as { readonly guild_id?: Snowflake | null }).guild_id ?? undefined;
  if (!isOfShard(shard, guildId)) return false;
  if (applicationId === undefined && guildId !== undefined && !application.isIn(guildId)) return false;
  return name !== "GUILD_AUDIT_LOG_ENTRY_CREATE" || holds(application.permissions, Permission.ViewAuditLog);
}
