import type { Snowflake } from "./snowflake.ts";

/**
 * The actions that concern commands and members (Discord documentation, Audit Log resource, "Audit Log Events"). Creating,
 * editing and deleting commands leaves no entry.
 */
export const AuditLogAction = {
  /** `target_id` is the member. */
  MemberUpdate: 24,
  /** `target_id` is the member; the roles are in the changes with the keys `$add` and `$remove`. */
  MemberRoleUpdate: 25,
  /** `target_id` is the command, or the application; each change has the id of a role, user or channel as its key. */
  ApplicationCommandPermissionUpdate: 121,
} as const;

/** One changed value (Discord documentation, Audit Log resource, "Audit Log Change Object"). */
export interface AuditLogChange {
  readonly key: string | null;
  /** Absent where there is none any more. */
  readonly new_value?: unknown;
  /** Absent where there was none. */
  readonly old_value?: unknown;
}

/** More about some actions (Discord documentation, Audit Log resource, "Optional Audit Entry Info"). */
export interface AuditLogOptions {
  readonly application_id?: Snowflake | null;
  readonly auto_moderation_rule_name?: string | null;
  readonly auto_moderation_rule_trigger_type?: string | null;
  readonly channel_id?: Snowflake | null;
  readonly count?: string | null;
  readonly delete_member_days?: string | null;
  readonly id?: Snowflake | null;
  readonly integration_type?: string | null;
  readonly members_removed?: string | null;
  readonly message_id?: Snowflake | null;
  readonly role_name?: string | null;
  readonly status?: string | null;
  readonly type?: string | null;
}

/** One action, with its user and its target (Discord documentation, Audit Log resource, "Audit Log Entry Object"). */
export interface AuditLogEntry {
  readonly id: Snowflake;
  /** The webhook, user, role … that it was done to. */
  readonly target_id: string | null;
  /** The acting user. */
  readonly user_id: Snowflake | null;
  /** Such as one of {@link AuditLogAction}. */
  readonly action_type: number;
  readonly changes?: readonly AuditLogChange[] | null;
  readonly options?: AuditLogOptions | null;
  readonly reason?: string | null;
}
