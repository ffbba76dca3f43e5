import type { Snowflake } from "./snowflake.ts";

/**
 * The audit log actions about commands and members (Discord documentation, Audit Log resource, "Audit Log Events"). Creating,
 * editing and deleting commands is not logged.
 */
export const AuditLogAction = {
  /** `target_id` is the member. */
  MemberUpdate: 24,
  /** `target_id` is the member. The roles are in the changes `$add` and `$remove`. */
  MemberRoleUpdate: 25,
  /** `target_id` is the command, or the application. Each change has a role, user or channel id as its key. */
  ApplicationCommandPermissionUpdate: 121,
} as const;

/** A changed value (Discord documentation, Audit Log resource, "Audit Log Change Object"). */
export interface AuditLogChange {
  /** The name of the changed field, or an id for permissions. */
  readonly key: string | null;
  /** Absent for a removed value. */
  readonly new_value?: unknown;
  /** Absent for a new value. */
  readonly old_value?: unknown;
}

/** Additional information for some actions (Discord documentation, Audit Log resource, "Optional Audit Entry Info"). */
export interface AuditLogOptions {
  /** The application whose permissions changed. */
  readonly application_id?: Snowflake | null;
  /** The name of the triggered auto moderation rule. */
  readonly auto_moderation_rule_name?: string | null;
  /** The rule's trigger type, as a numeric string. */
  readonly auto_moderation_rule_trigger_type?: string | null;
  /** The affected channel. */
  readonly channel_id?: Snowflake | null;
  /** The number of affected entities. */
  readonly count?: string | null;
  /** The days without activity before removal. */
  readonly delete_member_days?: string | null;
  /** The role or member whose overwrite changed. */
  readonly id?: Snowflake | null;
  /** The integration's type. */
  readonly integration_type?: string | null;
  /** The number of members removed for inactivity. */
  readonly members_removed?: string | null;
  /** The message that was pinned or unpinned. */
  readonly message_id?: Snowflake | null;
  /** The name of the role whose overwrite changed. */
  readonly role_name?: string | null;
  /** The new status of a voice channel. */
  readonly status?: string | null;
  /** The overwrite's type: `"0"` for a role, `"1"` for a member. */
  readonly type?: string | null;
}

/** An audit log entry (Discord documentation, Audit Log resource, "Audit Log Entry Object"). */
export interface AuditLogEntry {
  /** The entry's id, which includes its time. */
  readonly id: Snowflake;
  /** The affected webhook, user, role or other entity. */
  readonly target_id: string | null;
  /** The acting user. */
  readonly user_id: Snowflake | null;
  /** The action, for example one of {@link AuditLogAction}. */
  readonly action_type: number;
  /** The changed values. */
  readonly changes?: readonly AuditLogChange[] | null;
  /** Additional information for some actions. */
  readonly options?: AuditLogOptions | null;
  /** The reason: up to 512 characters. */
  readonly reason?: string | null;
}
