import type { Snowflake } from "./snowflake.ts";

/**
 * The audit log actions for command permissions and members (Discord documentation, Audit Log resource, "Audit Log Events").
 * Creating, editing and deleting commands is not logged.
 *
 * @stable
 */
export const AuditLogAction = {
  /** `target_id` is the member. */
  MemberUpdate: 24,
  /** `target_id` is the member. The roles are in the `$add` and `$remove` changes. */
  MemberRoleUpdate: 25,
  /** `target_id` is the command, or the application. Each change's key is a role, user or channel id. */
  ApplicationCommandPermissionUpdate: 121,
} as const;

/** A changed value (Discord documentation, Audit Log resource, "Audit Log Change Object"). @stable */
export interface AuditLogChange {
  /** The changed field's name, or an id for permissions. */
  readonly key: string | null;
  /** Absent if the value was removed. */
  readonly new_value?: unknown;
  /** Absent if the value is new. */
  readonly old_value?: unknown;
}

/** Additional information for some actions (Discord documentation, Audit Log resource, "Optional Audit Entry Info"). @stable */
export interface AuditLogOptions {
  readonly application_id?: Snowflake | null;
  /** The name of the auto moderation rule that was triggered. */
  readonly auto_moderation_rule_name?: string | null;
  /** The rule's trigger type, as a numeric string. */
  readonly auto_moderation_rule_trigger_type?: string | null;
  readonly channel_id?: Snowflake | null;
  readonly count?: string | null;
  /** The number of days a member must have been inactive to be removed. */
  readonly delete_member_days?: string | null;
  /** The role or member whose overwrite changed. */
  readonly id?: Snowflake | null;
  readonly integration_type?: string | null;
  readonly members_removed?: string | null;
  readonly message_id?: Snowflake | null;
  /** The role's name, if its overwrite changed. */
  readonly role_name?: string | null;
  readonly status?: string | null;
  /** The overwrite's type: `"0"` for a role, `"1"` for a member. */
  readonly type?: string | null;
}

/** An audit log entry (Discord documentation, Audit Log resource, "Audit Log Entry Object"). @stable */
export interface AuditLogEntry {
  readonly id: Snowflake;
  /** The affected webhook, user, role or other entity. */
  readonly target_id: string | null;
  readonly user_id: Snowflake | null;
  /** The action, for example one of {@link AuditLogAction}. */
  readonly action_type: number;
  /** The changed values. */
  readonly changes?: readonly AuditLogChange[] | null;
  readonly options?: AuditLogOptions | null;
  /** The reason: up to 512 characters. */
  readonly reason?: string | null;
}
