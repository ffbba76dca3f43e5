import type { Snowflake } from "../../wire/snowflake.ts";
import type { AuditLogAction, AuditLogChange, AuditLogOptions } from "../../wire/audit-log-entry.ts";
import { createSnowflake } from "../base/new-id.ts";
import type { Happenings } from "./happenings.ts";

/** The audit log of a guild: what was done, by whom and to whom. */
export interface AuditLogDraft {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  readonly targetId: Snowflake;
  readonly action: (typeof AuditLogAction)[keyof typeof AuditLogAction];
  readonly changes: readonly AuditLogChange[];
  readonly options?: AuditLogOptions;
}

/**
 * Tells the applications that may view the audit log of a new entry.
 *
 * @param now - milliseconds since 1970.
 */
export function tellAuditLog(happenings: Happenings, now: number, draft: AuditLogDraft): void {
  const { guildId, userId, targetId, action, changes, options } = draft;
  const data = {
    id: createSnowflake(now),
    guild_id: guildId,
    user_id: userId,
    target_id: targetId,
    action_type: action,
    changes,
    ...(options && { options }),
  };
  happenings.tell({ name: "GUILD_AUDIT_LOG_ENTRY_CREATE", data, applicationId: undefined });
}
