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
  /** Name of the changed field; of permissions an id. */
  readonly key: string | null;
  /** Absent where there is none any more. */
  readonly new_value?: unknown;
  /** Absent where there was none. */
  readonly old_value?: unknown;
}

/** More about some actions (Discord documentation, Audit Log resource, "Optional Audit Entry Info"). */
export interface AuditLogOptions {
  /** Application whose permissions changed. */
  readonly application_id?: Snowflake | null;
  /** Name of the automatic moderation rule that acted. */
  readonly auto_moderation_rule_name?: string | null;
  /** Kind of that rule, as a number in text. */
  readonly auto_moderation_rule_trigger_type?: string | null;
  /** Channel in which it was done. */
  readonly channel_id?: Snowflake | null;
  /** Number of the things or people that it was done to. */
  readonly count?: string | null;
  /** Days without activity after which members were removed. */
  readonly delete_member_days?: string | null;
  /** Role or member whose overwrite changed. */
  readonly id?: Snowflake | null;
  /** Kind of integration that did it. */
  readonly integration_type?: string | null;
  /** Number of the members who were removed for inactivity. */
  readonly members_removed?: string | null;
  /** Message that was pinned or unpinned. */
  readonly message_id?: Snowflake | null;
  /** Name of the role whose overwrite changed. */
  readonly role_name?: string | null;
  /** New status of a voice channel. */
  readonly status?: string | null;
  /** `"0"`: the overwrite is of a role; `"1"`: of a member. */
  readonly type?: string | null;
}

/** One action, with its user and its target (Discord documentation, Audit Log resource, "Audit Log Entry Object"). */
export interface AuditLogEntry {
  /** Id of the entry, which holds its time. */
  readonly id: Snowflake;
  /** The webhook, user, role … that it was done to. */
  readonly target_id: string | null;
  /** The acting user. */
  readonly user_id: Snowflake | null;
  /** Such as one of {@link AuditLogAction}. */
  readonly action_type: number;
  /** Changed values, with the old and the new one. */
  readonly changes?: readonly AuditLogChange[] | null;
  /** Further facts of some actions. */
  readonly options?: AuditLogOptions | null;
  /** Reason that the person or bot gave: up to 512 characters. */
  readonly reason?: string | null;
}
