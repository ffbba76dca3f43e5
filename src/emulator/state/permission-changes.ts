import type { AuditLogChange } from "../../wire/audit-log-entry.ts";
import type { PermissionOverwrite } from "../../wire/command-permission.ts";

/**
 * What an edit of permissions changes, as the audit log shows it: by the id of a role, user or channel (Discord documentation,
 * Audit Log resource, "Audit Log Change Exceptions").
 */
export function listPermissionChanges(
  before: readonly PermissionOverwrite[],
  after: readonly PermissionOverwrite[],
): readonly AuditLogChange[] {
  const keys = [...before, ...after].map(({ id, type }) => `${id} ${type}`);
  return [...new Set(keys)].flatMap((key) => {
    const [old, now] = [find(before, key), find(after, key)];
    if (old?.permission === now?.permission) return [];
    const [id = ""] = key.split(" ");
    return [{ key: id, ...(old && { old_value: old }), ...(now && { new_value: now }) }];
  });
}

function find(overwrites: readonly PermissionOverwrite[], key: string): PermissionOverwrite | undefined {
  return overwrites.find(({ id, type }) => `${id} ${type}` === key);
}
