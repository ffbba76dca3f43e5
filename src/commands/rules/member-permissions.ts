import type { Visit } from "./visit.ts";

// Bits 0 to 46 and 48 to 52 (Discord documentation, Permissions); 47 is not assigned.
const knownBits = 2n ** 53n - 1n - 2n ** 47n;

/** Checks `default_member_permissions`; null, or absent, means everybody. */
export function checkMemberPermissions(visit: Visit, value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value !== "string" || !/^[0-9]{1,20}$/.test(value) || BigInt(value) >= 2n ** 64n) {
    visit.report("member-permissions", "default_member_permissions", {
      value,
      message: "is not a bit set as a decimal string.",
      fix:
        typeof value === "number" ? `Write it as a string: "${value}".` : 'Write it as "0", "32" and so on.',
    });
    return;
  }
  const unknown = BigInt(value) & ~knownBits;
  if (unknown === 0n) return;
  visit.report("member-permissions-bits", "default_member_permissions", {
    value,
    message: `has bits that are no permission (${unknown}).`,
    fix: `Write "${BigInt(value) & knownBits}".`,
  });
}
