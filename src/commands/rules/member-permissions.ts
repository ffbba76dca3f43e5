import { allPermissions, bitsOf } from "../../wire/permission.ts";
import type { Profile } from "./grades.ts";
import type { Visit } from "./visit.ts";

// Permissions as a number, in the published description.
const largestNumber = 2 ** 54;

/** Checks `default_member_permissions`; null, or absent, means everybody. */
export function checkMemberPermissions(visit: Visit, value: unknown): void {
  if (value === undefined || value === null) return;
  const bits = readBits(value, visit.profile);
  if (bits === undefined) {
    visit.report("member-permissions", "default_member_permissions", {
      value,
      message: "is not a bit set as a decimal string.",
      fix:
        typeof value === "number" ? `Write it as a string: "${value}".` : 'Write it as "0", "32" and so on.',
    });
    return;
  }
  const unknown = bits & ~allPermissions;
  if (unknown === 0n) return;
  visit.report("member-permissions-bits", "default_member_permissions", {
    value,
    message: `has bits that are not permissions (${unknown}).`,
    fix: `Write "${bits & allPermissions}".`,
  });
}

function readBits(value: unknown, profile: Profile): bigint | undefined {
  if (typeof value === "number" && profile === "live") {
    return Number.isInteger(value) && value >= 0 && value <= largestNumber ? BigInt(value) : undefined;
  }
  return bitsOf(value);
}
